import { testFamily } from "../sweeps/test-families.ts";

export const search = testFamily({
  behind: ["products"],
  /** A rebuilt search index. */
  seed: {
    make: async ({ tenant, ids: { product_id = "" } }) => {
      const reindex = await tenant.post("/search/reindex");
      return { "reindex/job_id": reindex.body.id, "facets/id": product_id };
    },
  },
});

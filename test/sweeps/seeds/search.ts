import type { Seed } from "../seeds.ts";

/** A search index made anew. */
export const searchSeed: Seed = {
  make: async ({ tenant, ids: { product_id = "" } }) => {
    const reindex = await tenant.post("/search/reindex");
    return { "reindex/job_id": reindex.body.id, "facets/id": product_id };
  },
};

import { testFamily } from "../sweeps/test-families.ts";

export const brands = testFamily({
  behind: ["products"],
  /** A second brand, to be merged into the first. */
  seed: {
    make: async ({ tenant, canary, ids }) => {
      const { body: source } = await tenant.post("/brands", { name: `Source ${canary}` });
      return { source_id: source.id, parent_id: ids["category_id"] ?? "" };
    },
  },
});

import type { Seed } from "../seeds.ts";

/** A second brand, to be merged into the first. */
export const referenceSeed: Seed = {
  make: async ({ tenant, canary, ids }) => {
    const { body: source } = await tenant.post("/brands", { name: `Source ${canary}` });
    return { source_id: source.id, parent_id: ids["category_id"] ?? "" };
  },
};

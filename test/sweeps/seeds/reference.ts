import type { Seed } from "../seeds.ts";

/** A second brand, to be merged into the first, and a tag of the product. */
export const referenceSeed: Seed = {
  make: async ({ tenant, canary, ids }) => {
    const { body: source } = await tenant.post("/brands", { name: `Source ${canary}` });
    const { body: tag } = await tenant.post("/product-tags", { name: `Tag ${canary}` });
    await tenant.post(`/products/${ids["product_id"]}/tags`, { tag_ids: [tag.id] });
    return { source_id: source.id, tag_id: tag.id, parent_id: ids["category_id"] ?? "" };
  },
  // One of two lists is needed, which no schema can say.
  bodies: ({ tag_id }) => ({ addProductTags: { tag_ids: [tag_id] }, putProductTags: { tag_ids: [tag_id] } }),
};

import { testFamily } from "../sweeps/test-families.ts";

export const tags = testFamily({
  behind: ["products"],
  seed: {
    make: async ({ tenant, canary, ids }) => {
      const { body: tag } = await tenant.post("/product-tags", { name: `Tag ${canary}` });
      await tenant.post(`/products/${ids["product_id"]}/tags`, { tag_ids: [tag.id] });
      return { tag_id: tag.id };
    },
    // One of two lists is needed, which no schema can say.
    bodies: ({ tag_id }) => ({ addProductTags: { tag_ids: [tag_id] }, putProductTags: { tag_ids: [tag_id] } }),
  },
  silent: { because: "S11.11: tags", operations: ["createTag", "putTag", "updateTag", "deleteTag"] },
});

import { addProducts } from "../add-products.ts";
import { services } from "../harness.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const content = testFamily({
  behind: ["products"],
  tells: {
    decideUnreviewedTexts: {
      tells: ["product.updated"],
      body: () => ({ action: "accept", filter: { language: "en" }, overwrite: true }),
      // As a review that is withdrawn.
      prepare: async ({ ids, patch }) => {
        await patch(`/products/${ids["product_id"]}/content-variants/en/review`, { reviewed: false });
        return undefined;
      },
    },
  },
  /** A variant, an option and a relation of the product; an entity with a configuration, that it is a member of; texts in English. */
  seed: {
    shared: { language: "en" },
    make: async ({ tenant, canary, ids: { product_id } }) => {
      const variant = await tenant.post(`/products/${product_id}/variants`, { sku: `SKU ${canary}`, stock: 1 });
      const option = await tenant.post(`/products/${product_id}/options`, { name: canary.slice(0, 50) });
      const [related = ""] = await services.write(addProducts, tenant.id, [{ title: `Related ${canary}` }]);
      const relation = await tenant.post(`/products/${product_id}/relations`, {
        related_product_id: related,
        relationship_type: "accessory",
      });
      const { body: entity } = await tenant.post("/entities", { code: `E-${product_id}`, name: `Entity ${canary}` });
      const { body: configuration } = await tenant.post(`/entities/${entity.id}/configurations`, {
        code: "main",
        name: `Configuration ${canary}`,
      });
      await tenant.put(`/products/${product_id}/entities/${entity.id}`, { notes: `Note ${canary}` });
      await tenant.put(`/products/${product_id}/content-variants/en`, { title: `Title ${canary}` });
      return {
        entity_id: entity.id,
        configuration_id: configuration.id,
        variant_id: variant.body.id,
        option_id: option.body.id,
        "options/id": option.body.id,
        relation_id: relation.body.id,
        related_product_id: related,
      };
    },
    bodies: ({ product_id }) => ({
      putOption: { name: `Option of ${product_id}` },
      decideUnreviewedTexts: { action: "accept", filter: { language: "zz" } },
    }),
  },
});

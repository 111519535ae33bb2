import type { Seed } from "../seeds.ts";

/** A variant and an option of the product. */
export const contentSeed: Seed = {
  make: async ({ tenant, canary, ids: { product_id } }) => {
    const variant = await tenant.post(`/products/${product_id}/variants`, { sku: `SKU ${canary}`, stock: 1 });
    const option = await tenant.post(`/products/${product_id}/options`, { name: canary.slice(0, 50) });
    return { variant_id: variant.body.id, option_id: option.body.id, "options/id": option.body.id };
  },
  bodies: ({ product_id }) => ({ putOption: { name: `Option of ${product_id}` } }),
};

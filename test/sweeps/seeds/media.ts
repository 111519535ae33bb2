import { FORMATS, formOf } from "../../media/images.ts";
import type { Seed } from "../seeds.ts";

/** An image of the product. */
export const mediaSeed: Seed = {
  make: async ({ tenant, canary, ids }) => {
    const form = formOf(FORMATS["image/png"](30, 20), { title: canary, alt_text: canary }, "image.png");
    const { body } = await tenant.post(`/products/${ids["product_id"]}/media/upload`, form);
    return { media_id: body.id };
  },
  shared: { file_name: "image.png" },
};

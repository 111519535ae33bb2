import { testFamily } from "../sweeps/test-families.ts";
import { FORMATS, formOf } from "./images.ts";

export const media = testFamily({
  behind: ["products"],
  /** An image of the product. */
  seed: {
    make: async ({ tenant, canary, ids }) => {
      const form = formOf(FORMATS["image/png"](30, 20), { title: canary, alt_text: canary }, "image.png");
      const { body } = await tenant.post(`/products/${ids["product_id"]}/media/upload`, form);
      return { media_id: body.id };
    },
    shared: { file_name: "image.png" },
  },
});

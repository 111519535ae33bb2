import { family } from "../../runtime/family.ts";

export const variants = family({
  tags: [
    {
      name: "Product Variants",
      description: "Sizes and colours of a product, their options, and products that belong together.",
    },
  ],
  routes: async () => [(await import("./routes.ts")).variantRoutes],
  mutations: () =>
    Promise.all([import("./create-variants.ts"), import("./put-option.ts"), import("./update-variant.ts")]),
  expansions: { variant: async () => (await import("./variant-body.ts")).variantsById },
});

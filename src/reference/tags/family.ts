import { family } from "../../runtime/family.ts";

export const tags = family({
  tags: [{ name: "Product Tags", description: "Words that products are marked with." }],
  routes: async () => [(await import("./routes.ts")).tagRoutes],
  mutations: () => Promise.all([import("./assign-tags.ts"), import("./change-product-tags.ts"), import("./tag.ts")]),
});

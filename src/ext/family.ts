import { family } from "../runtime/family.ts";

export const ext = family({
  routes: async () => [(await import("./routes.ts")).extRoutes],
  mutations: () => Promise.all([import("./change-product.ts"), import("./upsert-products.ts")]),
});

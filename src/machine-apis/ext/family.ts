import { family } from "../../runtime/family.ts";

export const ext = family({
  tags: [{ name: "External API", description: "The two APIs of machines: /ext by EAN, /appsync for an ERP." }],
  routes: async () => [(await import("./routes.ts")).extRoutes],
  mutations: () => Promise.all([import("./change-ext-product.ts"), import("./upsert-products.ts")]),
});

import { family } from "../../runtime/family.ts";

export const suppliers = family({
  tags: [{ name: "Suppliers", description: "Who delivers products." }],
  routes: async () => [(await import("./routes.ts")).supplierRoutes],
  mutations: () => Promise.all([import("./supplier.ts")]),
  expansions: { supplier: async () => (await import("./supplier.ts")).suppliersById },
});

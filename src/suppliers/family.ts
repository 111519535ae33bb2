import { family } from "../runtime/family.ts";

export const suppliers = family({
  routes: async () => [(await import("./routes.ts")).supplierRoutes],
  mutations: () => Promise.all([import("./supplier.ts")]),
});

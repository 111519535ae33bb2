import { family } from "../../runtime/family.ts";

export const workflow = family({
  routes: async () => [(await import("./routes.ts")).workflowRoutes],
  mutations: () => Promise.all([import("./move-products.ts")]),
});

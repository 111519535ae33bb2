import { family } from "../runtime/family.ts";

export const stock = family({
  routes: async () => [(await import("./routes.ts")).stockRoutes],
  mutations: () => Promise.all([import("./set-stock.ts")]),
});

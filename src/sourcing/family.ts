import { family } from "../runtime/family.ts";

export const sourcing = family({
  routes: async () => [(await import("./routes.ts")).sourcingRoutes],
  mutations: () => Promise.all([import("./change-offers.ts")]),
});

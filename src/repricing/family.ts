import { family } from "../runtime/family.ts";

export const repricing = family({
  routes: async () => [(await import("./routes.ts")).repricingRoutes],
  mutations: () => Promise.all([import("./apply.ts")]),
});

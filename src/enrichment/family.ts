import { family } from "../runtime/family.ts";

export const enrichment = family({
  routes: async () => [(await import("./routes.ts")).enrichmentRoutes],
  mutations: () => Promise.all([import("./hold-product.ts"), import("./store-run.ts")]),
});

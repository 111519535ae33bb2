import { family } from "../runtime/family.ts";

export const mapPrices = family({
  routes: async () => [(await import("./routes.ts")).mapRoutes],
  mutations: () => Promise.all([import("./set-map-prices.ts")]),
});

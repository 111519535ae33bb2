import { family } from "../runtime/family.ts";

export const priceMonitor = family({
  routes: async () => [
    (await import("./scraper-routes.ts")).scraperRoutes,
    (await import("./monitor-routes.ts")).monitorRoutes,
    (await import("./history-routes.ts")).monitorHistoryRoutes,
  ],
  mutations: () =>
    Promise.all([import("./observe.ts"), import("./settle-validation.ts"), import("./watch-products.ts")]),
});

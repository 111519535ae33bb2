import { family } from "../runtime/family.ts";

export const pricing = family({
  routes: async () => [
    (await import("./list-routes.ts")).priceListRoutes,
    (await import("./price-routes.ts")).priceRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./change-price.ts"),
      import("./price-list.ts"),
      import("./price-list-entry.ts"),
      import("./put-entries.ts"),
    ]),
});

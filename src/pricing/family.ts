import { answers, family } from "../runtime/family.ts";
import { sourcesCall } from "./calls.ts";

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
  calls: [answers(sourcesCall, async () => (await import("../../workers/pricing/sources.ts")).sources)],
});

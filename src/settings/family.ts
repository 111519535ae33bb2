import { family } from "../runtime/family.ts";

export const settings = family({
  routes: async () => {
    const { dependencyRoutes } = await import("./dependency-routes.ts");
    const { exchangeRateRoutes } = await import("./exchange-rate-routes.ts");
    const { settingRoutes } = await import("./routes.ts");
    const { searchSynonymRoutes } = await import("./search-synonym-routes.ts");
    return [dependencyRoutes, settingRoutes, exchangeRateRoutes, searchSynonymRoutes];
  },
  mutations: () =>
    Promise.all([
      import("./put-dependency.ts"),
      import("./remove-dependency.ts"),
      import("./set-exchange-rates.ts"),
      import("./set-languages.ts"),
      import("./set-publication.ts"),
      import("./set-search-synonyms.ts"),
    ]),
});

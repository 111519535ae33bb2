import { answers, family, runs } from "../../runtime/family.ts";
import { sourcesCall } from "./calls.ts";

export const pricing = family({
  tags: [
    { name: "Pricing", description: "Prices of products by source, with their history." },
    { name: "Price Lists", description: "Lists of prices for customers and channels." },
  ],
  routes: async () => [
    (await import("./list-routes.ts")).priceListRoutes,
    (await import("./routes.ts")).priceRoutes,
    (await import("./source-analysis-routes.ts")).sourceAnalysisRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./change-price.ts"),
      import("./price-list.ts"),
      import("./list-entry.ts"),
      import("./put-entries.ts"),
      import("./source-analysis.ts"),
    ]),
  expansions: { price_list: async () => (await import("./price-list.ts")).priceListsById },
  calls: [answers(sourcesCall, async () => (await import("../../../workers/pricing/sources.ts")).sources)],
  jobs: {
    "pricing.analyse-sources": runs(
      async () => (await import("../../../workers/pricing/analyse-sources.ts")).analyseSources,
      { failed: async () => (await import("./source-analysis.ts")).failSourceAnalysis },
    ),
  },
});

import { answers, family, runs } from "../../runtime/family.ts";
import { sourcesCall } from "./calls.ts";

export const pricing = family({
  tags: [
    { name: "Pricing", description: "Prices of products by source, with their history." },
    { name: "Price Lists", description: "Lists of prices for customers and channels." },
  ],
  routes: async () => [
    (await import("./lists/list-routes.ts")).priceListRoutes,
    (await import("./routes.ts")).priceRoutes,
    (await import("./sources/source-analysis-routes.ts")).sourceAnalysisRoutes,
  ],
  words: ["prices", "price-lists", "price-list-entries", "pricing", "price-source-analysis"],
  mutations: () =>
    Promise.all([
      import("./changes/change-price.ts"),
      import("./lists/price-list.ts"),
      import("./lists/list-entry.ts"),
      import("./lists/put-entries.ts"),
      import("./sources/source-analysis.ts"),
    ]),
  expansions: { price_list: async () => (await import("./lists/price-list.ts")).priceListsById },
  calls: [answers(sourcesCall, async () => (await import("../../../workers/pricing/sources.ts")).sources)],
  jobs: {
    "pricing.analyse-sources": runs(
      async () => (await import("../../../workers/pricing/analyse-sources.ts")).analyseSources,
      { failed: async () => (await import("./sources/source-analysis.ts")).failSourceAnalysis },
    ),
  },
});

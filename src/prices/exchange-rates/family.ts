import { family, runs } from "../../runtime/family.ts";

export const exchangeRates = family({
  tags: [
    { name: "Exchange Rates", description: "Rates by day, by which prices are converted, and where they are fetched." },
  ],
  routes: async () => [
    (await import("./rate-routes.ts")).exchangeRateRoutes,
    (await import("./rate-day-routes.ts")).rateDayRoutes,
    (await import("./rate-feed-routes.ts")).rateFeedRoutes,
  ],
  mutations: () => Promise.all([import("./set-rates.ts"), import("./rate-feed.ts")]),
  jobs: {
    "exchange-rates.fetch": runs(async () => (await import("../../../workers/exchange-rates/fetch.ts")).fetchRates),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Fetches a tenant's exchange rates. */
    "exchange-rates.fetch": { payload: Record<string, never>; checkpoint: never };
  }
}

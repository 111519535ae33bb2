import { answers, family, runs, streams } from "../../runtime/family.ts";
import {
  checkOneCall,
  monitoredPageCall,
  positionPageCall,
  positionStream,
  positionSummaryCall,
  validationPageCall,
} from "./calls.ts";

export const priceMonitor = family({
  tags: [{ name: "Price Monitoring", description: "Observed prices of competitors." }],
  routes: async () => [
    (await import("./scraper-routes.ts")).scraperRoutes,
    (await import("./monitor-routes.ts")).monitorRoutes,
    (await import("./history-routes.ts")).monitorHistoryRoutes,
    (await import("./check-routes.ts")).checkRoutes,
    (await import("./position-routes.ts")).positionRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./check/begin-checks.ts"),
      import("./check/note-check.ts"),
      import("./observe.ts"),
      import("./settle-validation.ts"),
      import("./watch-products.ts"),
    ]),
  calls: [
    answers(checkOneCall, async () => (await import("../../../workers/price-monitor/check-one.ts")).checkOne),
    answers(
      monitoredPageCall,
      async () => (await import("../../../workers/price-monitor/monitored-page.ts")).monitoredPage,
    ),
    answers(
      validationPageCall,
      async () => (await import("../../../workers/price-monitor/validation-page.ts")).validationPage,
    ),
    answers(
      positionPageCall,
      async () => (await import("../../../workers/price-monitor/position-page.ts")).positionPage,
    ),
    answers(
      positionSummaryCall,
      async () => (await import("../../../workers/price-monitor/position-summary.ts")).positionSummary,
    ),
  ],
  streams: [
    streams(
      positionStream,
      async () => (await import("../../../workers/price-monitor/export-positions.ts")).exportPositions,
    ),
  ],
  jobs: {
    "price-monitor.check": runs(async () => (await import("../../../workers/price-monitor/check.ts")).check),
  },
});

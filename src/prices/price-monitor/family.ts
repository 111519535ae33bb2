import { answers, family, reads, runs, streams } from "../../runtime/family.ts";
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
    reads(monitoredPageCall, async () => (await import("./monitored-page.ts")).readMonitoredPage),
    reads(validationPageCall, async () => (await import("./validation-page.ts")).readValidationPage),
    reads(positionPageCall, async () => (await import("./position-page.ts")).readPositionPage),
    reads(
      positionSummaryCall,
      async () => (await import("../../../db/price-monitor/position-summary.ts")).summarizePositions,
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

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
    (await import("./observations/scraper-routes.ts")).scraperRoutes,
    (await import("./watch/monitor-routes.ts")).monitorRoutes,
    (await import("./history/history-routes.ts")).monitorHistoryRoutes,
    (await import("./check/check-routes.ts")).checkRoutes,
    (await import("./positions/position-routes.ts")).positionRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./check/begin-checks.ts"),
      import("./check/note-check.ts"),
      import("./observations/observe.ts"),
      import("./history/settle-validation.ts"),
      import("./watch/watch-products.ts"),
    ]),
  calls: [
    answers(checkOneCall, async () => (await import("../../../workers/price-monitor/check-one.ts")).checkOne),
    reads(monitoredPageCall, async () => (await import("./sorted-pages.ts")).readMonitoredPage),
    reads(validationPageCall, async () => (await import("./sorted-pages.ts")).readValidationPage),
    reads(positionPageCall, async () => (await import("./positions/position-page.ts")).readPositionPage),
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

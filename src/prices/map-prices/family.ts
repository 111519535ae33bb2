import { family, reads, streams } from "../../runtime/family.ts";
import { casePageCall, violationPageCall, violationStream } from "./calls.ts";

export const mapPrices = family({
  tags: [{ name: "MAP Prices", description: "Minimum advertised prices, and who is below them." }],
  routes: async () => [(await import("./routes.ts")).mapRoutes, (await import("./case-routes.ts")).mapCaseRoutes],
  words: ["map-prices", "map-letters"],
  mutations: () => Promise.all([import("./set-map-prices.ts"), import("./map-letter.ts"), import("./notify-case.ts")]),
  calls: [
    reads(violationPageCall, async () => (await import("../price-monitor/sorted-pages.ts")).readViolationPage),
    reads(casePageCall, async () => (await import("../price-monitor/sorted-pages.ts")).readCasePage),
  ],
  streams: [
    streams(violationStream, async () => (await import("../../../workers/map-prices/export.ts")).exportViolations),
  ],
});

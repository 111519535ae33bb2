import { answers, family, runs } from "../../runtime/family.ts";
import { testPageCall } from "./calls.ts";

export const competitors = family({
  tags: [{ name: "Competitors", description: "Who else sells a product, where, and for how much." }],
  routes: async () => [
    (await import("./routes.ts")).productCompetitorRoutes,
    (await import("./address-routes.ts")).addressRoutes,
    (await import("./test-page-routes.ts")).testPageRoutes,
    (await import("./competitor-routes.ts")).competitorRoutes,
  ],
  words: ["competitors", "competitor-addresses"],
  mutations: () =>
    Promise.all([
      import("./address.ts"),
      import("./change-competitors.ts"),
      import("./competitor.ts"),
      import("./merge-competitors.ts"),
      import("./renew-positions.ts"),
    ]),
  calls: [answers(testPageCall, async () => (await import("../../../workers/competitors/test-page.ts")).testPage)],
  jobs: {
    "competitors.move": runs(async () => (await import("../../../workers/competitors/move.ts")).move),
    "competitors.renew-positions": runs(
      async () => (await import("../../../workers/competitors/renew-positions.ts")).renewPositions,
    ),
  },
  expansions: { competitor: async () => (await import("./competitor.ts")).competitorsById },
});

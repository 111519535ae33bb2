import { family } from "../../runtime/family.ts";

export const competitors = family({
  tags: [{ name: "Competitors", description: "Who else sells a product, and for how much." }],
  routes: async () => [
    (await import("./routes.ts")).productCompetitorRoutes,
    (await import("./competitor-routes.ts")).competitorRoutes,
  ],
  mutations: () => Promise.all([import("./change-competitors.ts"), import("./competitor.ts")]),
  expansions: { competitor: async () => (await import("./competitor.ts")).competitorsById },
});

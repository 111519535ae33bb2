import { family } from "../runtime/family.ts";

export const competitors = family({
  routes: async () => [
    (await import("./routes.ts")).productCompetitorRoutes,
    (await import("./competitor-routes.ts")).competitorRoutes,
  ],
  mutations: () => Promise.all([import("./change-competitors.ts"), import("./competitor.ts")]),
});

import { family } from "../../runtime/family.ts";

export const productStats = family({
  routes: async () => [(await import("./routes.ts")).productStatsRoutes],
  mutations: () => Promise.all([import("./rescore.ts")]),
});

import { answers, family } from "../../runtime/family.ts";
import { rescoreCall, statsCall } from "./calls.ts";

export const productStats = family({
  routes: async () => [(await import("./routes.ts")).productStatsRoutes],
  mutations: () => Promise.all([import("./rescore.ts")]),
  calls: [
    answers(rescoreCall, async () => (await import("../../../workers/products/rescore.ts")).rescore),
    answers(statsCall, async () => (await import("../../../workers/products/stats.ts")).stats),
  ],
});

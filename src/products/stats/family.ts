import { answers, family, reads } from "../../runtime/family.ts";
import { rescoreCall, statsCall } from "./calls.ts";

export const productStats = family({
  tags: [{ name: "Product Statistics", description: "Numbers of the whole catalog, and what is missing in it." }],
  routes: async () => [(await import("./routes.ts")).productStatsRoutes],
  words: ["products"],
  mutations: () => Promise.all([import("./rescore.ts")]),
  calls: [
    answers(rescoreCall, async () => (await import("./rescore.ts")).rescoreAll),
    reads(statsCall, async () => (await import("./catalog-stats.ts")).answerStats),
  ],
});

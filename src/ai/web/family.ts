import { answers, family, runs } from "../../runtime/family.ts";
import { runCall } from "./calls.ts";

export const web = family({
  tags: [{ name: "Web Research", description: "What the web says about a product." }],
  routes: async () => [(await import("./routes.ts")).webRoutes, (await import("./price-bot/routes.ts")).priceBotRoutes],
  mutations: () =>
    Promise.all([import("./host-turns.ts"), import("./price-bot/price-bot-runs.ts"), import("./start-web-run.ts")]),
  calls: [answers(runCall, async () => (await import("../../../workers/web/run.ts")).run)],
  jobs: {
    "web.enrich": runs(async () => (await import("../../../workers/web/enrich.ts")).enrich),
    "web.price-bot": runs(async () => (await import("../../../workers/web/price-bot.ts")).priceBot, {
      failed: async () => (await import("./price-bot/price-bot-runs.ts")).failPriceBot,
    }),
  },
});

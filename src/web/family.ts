import { family } from "../runtime/family.ts";

export const web = family({
  routes: async () => [(await import("./routes.ts")).webRoutes, (await import("./price-bot/routes.ts")).priceBotRoutes],
  mutations: () =>
    Promise.all([
      import("./host-turns.ts"),
      import("./note-web-run.ts"),
      import("./price-bot/runs.ts"),
      import("./start-web-run.ts"),
    ]),
});

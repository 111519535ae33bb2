import { family } from "../runtime/family.ts";

export const aiStats = family({
  routes: async () => [(await import("./routes.ts")).aiStatsRoutes],
});

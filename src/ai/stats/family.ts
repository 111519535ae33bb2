import { family } from "../../runtime/family.ts";

export const aiStats = family({
  tags: [{ name: "Enrichment Statistics", description: "What models made, and what it cost." }],
  routes: async () => [(await import("./routes.ts")).aiStatsRoutes],
});

import { family } from "../runtime/family.ts";

export const decisions = family({
  tags: [{ name: "Decisions", description: "What waits for a person, of all parts of the catalog." }],
  routes: async () => [(await import("./routes.ts")).decisionRoutes],
});

import { family } from "../runtime/family.ts";

export const audit = family({
  tags: [{ name: "Audit Log", description: "Who changed what, and when." }],
  routes: async () => [(await import("./routes.ts")).auditRoutes],
});

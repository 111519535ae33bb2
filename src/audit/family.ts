import { family } from "../runtime/family.ts";

export const audit = family({
  routes: async () => [(await import("./routes.ts")).auditRoutes],
});

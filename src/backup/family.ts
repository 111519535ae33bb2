import { family } from "../runtime/family.ts";

export const backups = family({
  routes: async () => [(await import("./routes.ts")).backupRoutes],
});

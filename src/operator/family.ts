import { family } from "../runtime/family.ts";

export const operator = family({
  routes: async () => [(await import("./routes.ts")).operatorRoutes],
});

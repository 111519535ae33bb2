import { family } from "../runtime/family.ts";

export const competitors = family({
  routes: async () => [(await import("./routes.ts")).productCompetitorRoutes],
});

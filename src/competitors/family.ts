import { family } from "../family.ts";

export const competitors = family({
  routes: async () => [(await import("./routes.ts")).productCompetitorRoutes],
});

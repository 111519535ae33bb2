import { family } from "../family.ts";

export const productSearch = family({
  routes: async () => [(await import("./routes.ts")).productSearchRoutes],
});

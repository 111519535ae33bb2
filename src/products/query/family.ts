import { family } from "../../runtime/family.ts";

export const productSearch = family({
  routes: async () => [(await import("./routes.ts")).productSearchRoutes],
});

import { family } from "../../runtime/family.ts";

export const productSearch = family({
  tags: [{ name: "Product Search", description: "Find products by a structured query." }],
  routes: async () => [(await import("./routes.ts")).productSearchRoutes],
});

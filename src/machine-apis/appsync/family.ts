import { family } from "../../runtime/family.ts";

export const appsync = family({
  routes: async () => [(await import("./routes.ts")).appsyncRoutes],
  mutations: () =>
    Promise.all([
      import("./change-appsync-product.ts"),
      import("./sync-products.ts"),
      import("./update-prices.ts"),
      import("./update-stock.ts"),
    ]),
});

import { family } from "../runtime/family.ts";

export const products = family({
  routes: async () => [(await import("./routes.ts")).productRoutes],
  mutations: () =>
    Promise.all([
      import("./changes/create-product.ts"),
      import("./changes/delete-product.ts"),
      import("../catalog/touch-owned.ts"),
      import("./changes/update-product.ts"),
    ]),
});

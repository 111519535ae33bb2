import { family } from "../family.ts";

export const products = family({
  routes: async () => [(await import("./routes.ts")).productRoutes],
  mutations: () =>
    Promise.all([
      import("./create-product.ts"),
      import("./delete-product.ts"),
      import("./touch-owned.ts"),
      import("./update-product.ts"),
    ]),
});

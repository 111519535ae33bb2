import { family, runs } from "../../runtime/family.ts";

export const productsBulk = family({
  routes: async () => [(await import("./routes.ts")).bulkRoutes],
  mutations: () =>
    Promise.all([import("./delete-all.ts"), import("./delete-in-bulk.ts"), import("./update-in-bulk.ts")]),
  jobs: {
    "products.erase": runs(async () => (await import("../../../workers/products/erase.ts")).erase),
  },
});

import { family, runs } from "../../runtime/family.ts";

export const productsBulk = family({
  routes: async () => [(await import("./routes.ts")).bulkRoutes],
  words: ["products"],
  mutations: () => Promise.all([import("./delete-all.ts"), import("./update-in-bulk.ts")]),
  jobs: {
    "products.erase": runs(async () => (await import("../../../workers/products/erase.ts")).erase),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "products.erase": { payload: { lastRowId: number; total: number }; checkpoint: never };
  }
}

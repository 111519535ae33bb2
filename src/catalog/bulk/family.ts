import { family } from "../../runtime/family.ts";

export const productsBulk = family({
  routes: async () => [(await import("./routes.ts")).bulkRoutes],
  mutations: () =>
    Promise.all([import("./delete-all.ts"), import("./delete-in-bulk.ts"), import("./update-in-bulk.ts")]),
});

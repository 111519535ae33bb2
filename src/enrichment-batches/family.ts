import { family } from "../runtime/family.ts";

export const enrichmentBatches = family({
  routes: async () => [(await import("./routes.ts")).batchRoutes],
  mutations: () => Promise.all([import("./batch.ts"), import("./run-batch.ts")]),
});

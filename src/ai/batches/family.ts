import { family, runs } from "../../runtime/family.ts";

export const enrichmentBatches = family({
  tags: [{ name: "Enrichment Batches", description: "The same for many products." }],
  routes: async () => [(await import("./routes.ts")).batchRoutes],
  mutations: () => Promise.all([import("./enrichment-batch.ts"), import("./run-batch.ts")]),
  jobs: {
    "enrichment.batch": runs(async () => (await import("../../../workers/enrichment/batch.ts")).batch, {
      failed: async () => (await import("./enrichment-batch.ts")).failBatch,
    }),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "enrichment.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  }
}

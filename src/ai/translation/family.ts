import { answers, family, runs } from "../../runtime/family.ts";
import { estimateCall } from "./calls.ts";

export const translation = family({
  tags: [{ name: "Translation", description: "Texts of many products in other languages." }],
  routes: async () => [(await import("./routes.ts")).translationRoutes],
  mutations: () =>
    Promise.all([import("./translation-batch.ts"), import("./run-translation.ts"), import("./translation-terms.ts")]),
  calls: [answers(estimateCall, async () => (await import("./estimate.ts")).estimateTranslation)],
  jobs: {
    "translation.batch": runs(async () => (await import("../../../workers/translation/batch.ts")).batch, {
      failed: async () => (await import("./translation-batch.ts")).failTranslation,
    }),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "translation.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  }
}

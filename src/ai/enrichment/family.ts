import { answers, family, reads } from "../../runtime/family.ts";
import { executeCall, generateCall, ledgerCall } from "./calls.ts";

export const enrichment = family({
  tags: [{ name: "AI Enrichment", description: "Texts and attributes that a model proposes for a product." }],
  routes: async () => [(await import("./routes.ts")).enrichmentRoutes],
  mutations: () =>
    Promise.all([
      import("./run/hold-product.ts"),
      import("./run/store-run.ts"),
      import("./apply/apply-stored.ts"),
      import("./review/review-proposals.ts"),
    ]),
  calls: [
    answers(executeCall, async () => (await import("../../../workers/enrichment/execute.ts")).execute),
    answers(generateCall, async () => (await import("../../../workers/enrichment/generate.ts")).generate),
    reads(ledgerCall, async () => (await import("../stats/usage-stats.ts")).readLedger),
  ],
});

import { call, MODEL_MS } from "../../runtime/calls/calls.ts";
import type { ProviderFailure } from "../provider/call-provider.ts";
import type { LedgerAnswers, LedgerRequest } from "../stats/usage-stats.ts";
import type { Execution, GenerateRequest } from "./run/generate-request.ts";
import type { TypeFailure } from "./run/generation.ts";
import type { Generated } from "./types.ts";

export const executeCall = call<{ productId: string; slug: string }, Execution | { failure: ProviderFailure }>(
  "enrichment.execute",
  { outsideMs: MODEL_MS },
);
export const generateCall = call<GenerateRequest, (Generated | TypeFailure)[]>("enrichment.generate", {
  outsideMs: MODEL_MS,
});
export const ledgerCall = call<LedgerRequest, LedgerAnswers[keyof LedgerAnswers]>("enrichment.ledger", {
  queuedAs: "busy.statistics",
});

import type { ProductFilter } from "../../db/products/filter.ts";
import type { ProviderFailure } from "../ai/call-provider.ts";
import type { LedgerAnswer, LedgerRequest } from "../ai-stats/usage-stats.ts";
import { call, MODEL_MS } from "../runtime/calls.ts";
import type { TypeFailure } from "./generate.ts";
import type { Execution, GenerateRequest } from "./generate-request.ts";
import type { Generated } from "./types.ts";

export const countCall = call<ProductFilter, number>("enrichment.count", { queuedAs: "busy.lists" });
export const executeCall = call<{ productId: string; slug: string }, Execution | { failure: ProviderFailure }>(
  "enrichment.execute",
  { outsideMs: MODEL_MS },
);
export const generateCall = call<GenerateRequest, (Generated | TypeFailure)[]>("enrichment.generate", {
  outsideMs: MODEL_MS,
});
export const ledgerCall = call<LedgerRequest, LedgerAnswer>("enrichment.ledger", { queuedAs: "busy.statistics" });

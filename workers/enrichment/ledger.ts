import {
  analyticsOf,
  costsOf,
  type LedgerAnswer,
  type LedgerRequest,
  statsOf,
} from "../../src/ai/stats/usage-stats.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads the ledger or the coverage, which can be long. */
export async function ledger(
  services: ThreadServices,
  tenantId: string,
  request: LedgerRequest,
): Promise<LedgerAnswer> {
  const db = services.reader(tenantId);
  if (request.kind === "stats") return { stats: await statsOf(db) };
  const nowMs = services.now();
  if (request.kind === "costs") return { costs: await costsOf(db, request.days, nowMs) };
  return { analytics: await analyticsOf(db, request.days, nowMs) };
}

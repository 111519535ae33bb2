import type { Reader } from "../../../db/ports.ts";
import type { Services } from "../../runtime/services.ts";
import { statsCall } from "./calls.ts";
import type { StatsAnswers, StatsRequest } from "./catalog-stats.ts";

/** "Within the last 30 days" moves on although nothing changes. */
const VALID_MS = 60_000;

type RequestOf<K extends StatsRequest["kind"]> = Extract<StatsRequest, { kind: K }>;

/** Numbers of the whole catalog, counted in a worker thread; cached while nothing changes, a minute at most. */
export async function findStats<K extends StatsRequest["kind"]>(
  { call, cache, now }: Pick<Services, "call" | "cache" | "now">,
  db: Reader,
  request: RequestOf<K>,
): Promise<StatsAnswers[K]> {
  const key = ["stats", { ...request, nowMs: Math.floor(now() / VALID_MS) }];
  const answer = await cache.answer(db, "catalog", key, () => call(statsCall, db.tenantId, request));
  // The answer to this very request, which says its kind.
  return answer as StatsAnswers[K];
}

import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull } from "../rows.ts";
import { NUMBER, TEXT, type ValuesOf } from "../table.ts";

const TURN = {
  id: TEXT,
  provider: TEXT,
  model: TEXT,
  state: wordColumn(["waiting", "open", "over"]),
  /** What it may use, and what it has once it is over. */
  tokens: NUMBER,
  atMs: NUMBER,
  untilMs: NUMBER,
};
export const turns = keyedTable("ai_turn", TURN);
/** A call of a provider: it waits, is under way, or was within the last minute. */
export type Turn = ValuesOf<typeof TURN>;

/** How much of a provider, and of one of its models, is in use. */
export interface TurnCounts {
  waiting: number;
  open: number;
  /** Since a time. */
  requests: number;
  tokens: number;
  modelRequests: number;
  modelTokens: number;
  /** The first of these. */
  oldestMs: number | null;
}

/** Counts the turns of a provider: those under way, and those that began after `sinceMs`. */
export const countTurns = (
  db: Reader,
  place: { provider: string; model: string; id: string; sinceMs: number; nowMs: number },
): Promise<TurnCounts> =>
  db.one(
    `select total(state = 'waiting' and until_ms > :nowMs and id <> :id) as waiting,
            total(state = 'open' and until_ms > :nowMs) as open,
            total(state <> 'waiting' and at_ms > :sinceMs) as requests,
            total(iif(state <> 'waiting' and at_ms > :sinceMs, tokens, 0)) as tokens,
            total(state <> 'waiting' and at_ms > :sinceMs and model = :model) as model_requests,
            total(iif(state <> 'waiting' and at_ms > :sinceMs and model = :model, tokens, 0)) as model_tokens,
            min(iif(state <> 'waiting' and at_ms > :sinceMs, at_ms, null)) as oldest_ms
       from ai_turn where tenant_id = :tenant and provider = :provider`,
    place,
    (row) => ({
      waiting: number(row, "waiting"),
      open: number(row, "open"),
      requests: number(row, "requests"),
      tokens: number(row, "tokens"),
      modelRequests: number(row, "model_requests"),
      modelTokens: number(row, "model_tokens"),
      oldestMs: numberOrNull(row, "oldest_ms"),
    }),
  );

/** Removes turns that no limit counts any more. */
export const removeOldTurns = (tx: Tx, place: { provider: string; sinceMs: number; nowMs: number }): Promise<number> =>
  tx.run(
    `delete from ai_turn where tenant_id = :tenant and provider = :provider and at_ms <= :sinceMs
        and (state = 'over' or until_ms <= :nowMs)`,
    place,
  );

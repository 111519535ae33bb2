import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT } from "../table.ts";

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
/** Calls of providers: they wait, are under way, or were within the last minute. */
export const turns = keyedTable("ai_turn", TURN);

const IN_WINDOW = "state <> 'waiting' and at_ms > :sinceMs";
const COUNTS = selection("ai_turn", {
  waiting: computed("total(state = 'waiting' and until_ms > :nowMs and id <> :id)", NUMBER),
  open: computed("total(state = 'open' and until_ms > :nowMs)", NUMBER),
  /** Since a time. */
  requests: computed(`total(${IN_WINDOW})`, NUMBER),
  usedTokens: computed(`total(iif(${IN_WINDOW}, tokens, 0))`, NUMBER),
  modelRequests: computed(`total(${IN_WINDOW} and model = :model)`, NUMBER),
  modelTokens: computed(`total(iif(${IN_WINDOW} and model = :model, tokens, 0))`, NUMBER),
  /** The first of these. */
  oldestMs: computed(`min(iif(${IN_WINDOW}, at_ms, null))`, NUMBER_OR_NULL),
});
/** How much of a provider, and of one of its models, is in use. */
export type TurnCounts = SelectedBy<typeof COUNTS>;

/** Counts the turns of a provider: those under way, and those that began after `sinceMs`. */
export const countTurns = (
  db: Reader,
  place: { provider: string; model: string; id: string; sinceMs: number; nowMs: number },
): Promise<TurnCounts> =>
  db.one(
    `select ${COUNTS.selected} from ai_turn where tenant_id = :tenant and provider = :provider`,
    place,
    COUNTS.read,
  );

/** Removes turns that no limit counts any more. */
export const removeOldTurns = (tx: Tx, place: { provider: string; sinceMs: number; nowMs: number }): Promise<number> =>
  tx.run(
    `delete from ai_turn where tenant_id = :tenant and provider = :provider and at_ms <= :sinceMs
        and (state = 'over' or until_ms <= :nowMs)`,
    place,
  );

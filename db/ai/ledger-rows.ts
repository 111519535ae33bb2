import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const CALL_STATES = ["sent", "answered", "failed", "applied", "interrupted"] as const;
const LEDGER_ROW = {
  id: TEXT,
  atMs: NUMBER,
  endedAtMs: NUMBER_OR_NULL,
  action: TEXT,
  provider: TEXT,
  model: TEXT,
  state: wordColumn(CALL_STATES),
  inputTokens: NUMBER,
  cachedTokens: NUMBER,
  outputTokens: NUMBER,
  characters: NUMBER,
  costMicros: NUMBER,
  baselineMicros: NUMBER,
  /** What it may cost, or may have cost when its answer never came. */
  reservedMicros: NUMBER,
  promptSlug: TEXT_OR_NULL,
  productId: TEXT_OR_NULL,
  jobId: TEXT_OR_NULL,
  error: TEXT_OR_NULL,
};
const { selected, read } = keyedTable("ai_call", LEDGER_ROW);
/** A call of a model or translator, as the ledger has it. */
export type LedgerRow = ValuesOf<typeof LEDGER_ROW>;

/** The filter of the ledger; `null`: any value. */
export interface LedgerFilter {
  provider: string | null;
  model: string | null;
  action: string | null;
  state: string | null;
  productId: string | null;
  jobId: string | null;
  fromMs: number | null;
  /** Before this time. */
  toMs: number | null;
}

const MATCHES = `(:provider is null or provider = :provider) and (:model is null or model = :model)
  and (:action is null or action = :action) and (:state is null or state = :state)
  and (:productId is null or product_id = :productId) and (:jobId is null or job_id = :jobId)
  and (:fromMs is null or at_ms >= :fromMs) and (:toMs is null or at_ms < :toMs)`;

/** Where a page ended: its last row's time and id. */
type Place = readonly [atMs: number, id: string];
const LAST: Place = [Number.MAX_SAFE_INTEGER, ""];

/** One page of the ledger, newest first. */
export const listLedgerRows = (
  db: Reader,
  filter: LedgerFilter,
  { limit, offset, after: [afterMs, afterId] = LAST }: { limit: number; offset: number; after?: Place | undefined },
): Promise<LedgerRow[]> =>
  db.all(
    `select ${selected} from ai_call
      where tenant_id = :tenant and ${MATCHES} and (at_ms, id) < (:afterMs, :afterId)
      order by at_ms desc, id desc limit :limit offset :offset`,
    { ...filter, afterMs, afterId, limit, offset },
    read,
  );

export const countLedgerRows = (db: Reader, filter: LedgerFilter): Promise<number> =>
  db.one(`select count(*) as count from ai_call where tenant_id = :tenant and ${MATCHES}`, { ...filter }, (row) =>
    number(row, "count"),
  );

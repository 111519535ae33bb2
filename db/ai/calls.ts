import { initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { type Row, text, textOrNull } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { CALL_STATES } from "./ledger-rows.ts";

/** What is known of a call before it is sent. */
const SENT = {
  id: TEXT,
  action: TEXT,
  provider: TEXT,
  model: TEXT,
  isRouted: FLAG,
  promptSlug: TEXT_OR_NULL,
  productId: TEXT_OR_NULL,
  /** The batch it is made for, and which piece of work of it. */
  jobId: TEXT_OR_NULL,
  piece: TEXT_OR_NULL,
  /** What it may cost. */
  reservedMicros: NUMBER,
  requestHash: TEXT_OR_NULL,
};
/** What came of it. */
const ENDED = {
  inputTokens: NUMBER,
  outputTokens: NUMBER,
  characters: NUMBER,
  costMicros: NUMBER,
  baselineMicros: NUMBER,
  /** What it may have cost, when its answer never came. */
  reservedMicros: NUMBER,
  cachedTokens: NUMBER,
  /** Stored until it is applied, if a batch may need it again. */
  answer: TEXT_OR_NULL,
  error: TEXT_OR_NULL,
};
const sentCalls = keyedTable("ai_call", { ...SENT, state: initially(wordColumn(CALL_STATES), "sent"), atMs: NUMBER });
const endedCalls = keyedTable("ai_call", { id: TEXT, state: wordColumn(CALL_STATES), ...ENDED, endedAtMs: NUMBER });
export type NewCall = ValuesOf<typeof SENT>;
export type CallEnd = ValuesOf<typeof ENDED> & { id: string; state: "answered" | "failed" };

/** A call of a batch whose answer is not applied. */
export interface OpenCall {
  id: string;
  piece: string;
  /** `null`: the process ended before it was answered. */
  answer: string | null;
}

/** Notes a call that is about to be sent, or to be sent again after a try that is not paid for. */
export const putCall = (tx: Tx, call: NewCall, nowMs: number) => sentCalls.put(tx, { ...call, atMs: nowMs });

export const endCall = (tx: Tx, end: CallEnd, nowMs: number): Promise<number> =>
  endedCalls.update(tx, { ...end, endedAtMs: nowMs });

/** What answers say is stored: they need not be stored any longer. */
export const markApplied = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `update ai_call set state = 'applied', answer = iif(request_hash is null, null, answer)
      where tenant_id = :tenant and id in (select value from json_each(:ids)) and state = 'answered'`,
    { ids: JSON.stringify(ids) },
  );

const INTERRUPTED = selection("ai_call", { atMs: NUMBER, jobId: TEXT_OR_NULL, reservedMicros: NUMBER });

/** Marks calls whose result is unknown; returns those that were under way, with what is reserved for them. */
export const markInterrupted = (
  tx: Tx,
  ids: readonly string[],
  nowMs: number,
): Promise<SelectedBy<typeof INTERRUPTED>[]> =>
  tx.all(
    `update ai_call set state = 'interrupted', ended_at_ms = :nowMs
      where tenant_id = :tenant and id in (select value from json_each(:ids)) and state = 'sent'
      returning ${INTERRUPTED.selected}`,
    { ids: JSON.stringify(ids), nowMs },
    INTERRUPTED.read,
  );

/** The newest answer to an equal request since a time. */
export const findAnswer = (db: Reader, requestHash: string, sinceMs: number): Promise<OpenCall | undefined> =>
  db.first(
    `select id, piece, answer from ai_call
      where tenant_id = :tenant and request_hash = :requestHash and answer is not null and at_ms >= :sinceMs
      order by at_ms desc limit 1`,
    { requestHash, sinceMs },
    readOpen,
  );

const readOpen = (row: Row): OpenCall => ({
  id: text(row, "id"),
  piece: textOrNull(row, "piece") ?? "",
  answer: textOrNull(row, "answer"),
});

/** What a batch has requested for a product and not applied, oldest first. For the order alone all calls would be read. */
export const listOpenCalls = (db: Reader, jobId: string, productId: string): Promise<OpenCall[]> =>
  db.all(
    `select id, piece, answer from ai_call indexed by ai_call_open
      where tenant_id = :tenant and job_id = :jobId and product_id = :productId and state in ('sent', 'answered')
      order by at_ms, id`,
    { jobId, productId },
    readOpen,
  );

import type { Reader, Tx } from "../ports.ts";
import { type Row, text, textOrNull } from "../rows.ts";

/** What is known of a call before it is sent. */
export interface NewCall {
  id: string;
  action: string;
  provider: string;
  model: string;
  isRouted: boolean;
  promptSlug: string | null;
  productId: string | null;
  /** The batch it is made for, and which piece of work of it. */
  jobId: string | null;
  piece: string | null;
}

/** What came of it. */
export interface CallEnd {
  id: string;
  state: "answered" | "failed";
  inputTokens: number;
  outputTokens: number;
  characters: number;
  costMicros: number;
  baselineMicros: number;
  /** Kept until it is applied, if a batch may need it again. */
  answer: string | null;
  error: string | null;
}

/** A call of a batch whose answer is not applied. */
export interface OpenCall {
  id: string;
  piece: string;
  /** `null`: the process ended before it was answered. */
  answer: string | null;
}

export const insertCall = (tx: Tx, { isRouted, ...call }: NewCall, nowMs: number): Promise<number> =>
  tx.run(
    `insert into ai_call (tenant_id, id, action, provider, model, state, is_routed, prompt_slug, product_id, job_id,
        piece, at_ms)
      values (:tenant, :id, :action, :provider, :model, 'sent', :isRouted, :promptSlug, :productId, :jobId, :piece, :nowMs)`,
    { ...call, isRouted: isRouted ? 1 : 0, nowMs },
  );

export const endCall = (tx: Tx, end: CallEnd, nowMs: number): Promise<number> =>
  tx.run(
    `update ai_call set state = :state, input_tokens = :inputTokens, output_tokens = :outputTokens,
        characters = :characters, cost_micros = :costMicros, baseline_micros = :baselineMicros, answer = :answer,
        error = :error, ended_at_ms = :nowMs
      where tenant_id = :tenant and id = :id`,
    { ...end, nowMs },
  );

/** What answers say is stored: they need not be kept any longer. */
export const markApplied = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `update ai_call set state = 'applied', answer = null
      where tenant_id = :tenant and id in (select value from json_each(:ids)) and state = 'answered'`,
    { ids: JSON.stringify(ids) },
  );

/** Says of calls that nobody knows what became of them. */
export const markInterrupted = (tx: Tx, ids: readonly string[], nowMs: number): Promise<number> =>
  tx.run(
    `update ai_call set state = 'interrupted', ended_at_ms = :nowMs
      where tenant_id = :tenant and id in (select value from json_each(:ids)) and state = 'sent'`,
    { ids: JSON.stringify(ids), nowMs },
  );

const readOpen = (row: Row): OpenCall => ({
  id: text(row, "id"),
  piece: textOrNull(row, "piece") ?? "",
  answer: textOrNull(row, "answer"),
});

/** What a batch has asked for a product and not applied, oldest first. For the order alone all calls would be read. */
export const listOpenCalls = (db: Reader, jobId: string, productId: string): Promise<OpenCall[]> =>
  db.all(
    `select id, piece, answer from ai_call indexed by ai_call_open
      where tenant_id = :tenant and job_id = :jobId and product_id = :productId and state in ('sent', 'answered')
      order by at_ms, id`,
    { jobId, productId },
    readOpen,
  );

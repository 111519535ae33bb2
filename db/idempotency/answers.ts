import type { Once, Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";
import { noteResult, ONCE_MS } from "./results.ts";

/** An HTTP answer as a whole. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text; `null` for an empty body. */
  body: string | null;
}

export interface KnownAnswer {
  /** Of the request it was given to. */
  fingerprint: string;
  answer: Answer;
}

const readAnswer = (row: Row): KnownAnswer => ({
  fingerprint: text(row, "fingerprint"),
  // Written by insertAnswer.
  answer: JSON.parse(text(row, "result")) as Answer,
});

/** The answer given under this key in the 24 hours before `nowMs`. */
export const findAnswer = (db: Reader, { scope, key }: Once, nowMs: number) =>
  db.first(
    `select fingerprint, result from idempotency
      where tenant_id = :tenant and scope = :scope and key = :key and mutation = '' and created_at_ms > :sinceMs`,
    { scope, key, sinceMs: nowMs - ONCE_MS },
    readAnswer,
  );

/** Keeps an answer; one that counts already stays. */
export const insertAnswer = (tx: Tx, once: Once, answer: Answer, nowMs: number) =>
  noteResult(tx, once, { mutation: "", result: JSON.stringify(answer), nowMs });

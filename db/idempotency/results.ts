import { keyedTable } from "../keyed-table.ts";
import type { Once, Reader, Tx } from "../ports.ts";
import { json, text } from "../rows.ts";
import { NUMBER, TEXT } from "../table.ts";

/** How long a key means its first request. Source: D0.12. */
export const ONCE_MS = 86_400_000;
/** What requests came to; the result is JSON. */
const results = keyedTable(
  "idempotency",
  { scope: TEXT, key: TEXT, mutation: TEXT, fingerprint: TEXT, result: TEXT, createdAtMs: NUMBER },
  ["scope", "key", "mutation"],
);
/** The sweep comes later than the end of that time: what it has left makes way. */
const RENEWED = `on conflict do update set ${results.excluded("fingerprint", "result", "createdAtMs")}
  where idempotency.created_at_ms <= excluded.created_at_ms - ${ONCE_MS}`;

/** Keeps what a request came to; one that counts already stays. */
export const noteResult = (
  tx: Tx,
  { scope, key, fingerprint }: Once,
  { mutation, result, nowMs }: { mutation: string; result: string; nowMs: number },
): Promise<void> => results.insertAll(tx, [{ scope, key, fingerprint, mutation, result, createdAtMs: nowMs }], RENEWED);

/**
 * What a mutation returned when this request was made in the 24 hours before `nowMs`. Throws an error the API answers with
 * IDEMPOTENCY_KEY_REUSED when the key came with another request.
 */
export async function findResult(
  db: Reader,
  { scope, key, fingerprint }: Once,
  mutation: string,
  nowMs: number,
): Promise<{ result: unknown } | undefined> {
  const known = await db.first(
    `select fingerprint, result from idempotency
      where tenant_id = :tenant and scope = :scope and key = :key and mutation = :mutation
        and created_at_ms > :sinceMs`,
    { scope, key, mutation, sinceMs: nowMs - ONCE_MS },
    (row) => ({ fingerprint: text(row, "fingerprint"), result: json(row, "result") }),
  );
  if (known && known.fingerprint !== fingerprint) {
    const error = new Error("The Idempotency-Key was used for another request");
    // `src/` rebuilds its own error class from these two fields; `db/` does not know it.
    throw Object.assign(error, { name: "ApiError", code: "IDEMPOTENCY_KEY_REUSED" });
  }
  return known;
}

export const insertResult = (tx: Tx, once: Once, mutation: string, result: unknown, nowMs: number) =>
  noteResult(tx, once, { mutation, result: JSON.stringify(result ?? null), nowMs });

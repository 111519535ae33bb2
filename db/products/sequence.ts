import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";

/*
 * The change sequence of a tenant: every change of a product takes the next number, in Unix microseconds and larger than
 * all before. It is the product's `updated_at` and its ETag. A reader that remembers the last number it saw has missed
 * nothing.
 */

/** The tenant's last change number in a statement: as long as it stands, no product has changed. 0 before the first change. */
const SEQUENCE = "ifnull((select last_us from tenant_clock where tenant_id = :tenant), 0)";

const READ = `select ${SEQUENCE} as last_us`;

/** The tenant's last change number. */
export const readSequence = (db: Reader): Promise<number> => db.one(READ, {}, (row) => number(row, "last_us"));

/**
 * Allocates `count` (at least one) change numbers and returns the first; the others follow one by one. All are larger than
 * those before, for any time of day. No other transaction takes one until the transaction ends. For the statements of `db/` alone, which say which row takes which number.
 */
export async function nextNumbers(tx: Tx, count: number, nowMs: number): Promise<number> {
  const firstUs = Math.max((await readSequence(tx)) + 1, nowMs * 1000);
  await tx.send(
    `insert into tenant_clock (tenant_id, last_us) values (:tenant, :lastUs)
      on conflict do update set last_us = excluded.last_us`,
    { lastUs: firstUs + count - 1 },
  );
  return firstUs;
}

/** Gives rows their change numbers, in their order. */
export async function numbered<T extends { updatedAtUs: number }>(
  tx: Tx,
  rows: readonly T[],
  nowMs: number,
): Promise<T[]> {
  if (rows.length === 0) return [];
  const firstUs = await nextNumbers(tx, rows.length, nowMs);
  return rows.map((row, index) => ({ ...row, updatedAtUs: firstUs + index }));
}

/** Takes a change number for something beside the products that answers about them show: what is cached of them ends. */
export async function advanceSequence(tx: Tx, nowMs: number): Promise<void> {
  await nextNumbers(tx, 1, nowMs);
}

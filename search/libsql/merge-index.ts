import type { Reader, Tx } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";

/** The tables of the index that FTS5 keeps in parts. */
export const INDEX_TABLES = ["product_title", "product_word", "product_gram"] as const;

/** Pages that a step writes: 10 ms. */
const PAGES = 200;

const totalChanges = (tx: Tx): Promise<number> =>
  tx.one("select total_changes() as changes", {}, (row) => number(row, "changes"));

/**
 * Merges some more of a table's parts into one; `isBegun`: not the first step. Returns whether all is merged.
 * Source: https://sqlite.org/fts5.html#the_merge_command
 */
export async function mergeNext(
  tx: Tx,
  { table, isBegun }: { table: (typeof INDEX_TABLES)[number]; isBegun: boolean },
): Promise<boolean> {
  const before = await totalChanges(tx);
  await tx.run(`insert into ${table} (${table}, rank) values ('merge', :pages)`, { pages: isBegun ? PAGES : -PAGES });
  return (await totalChanges(tx)) - before < 2;
}

/** About how many products the index has. */
export const countIndexed = (db: Reader): Promise<number> =>
  db.one("select ifnull(max(row_id), 0) as rows from product_fact", {}, (row) => number(row, "rows"));

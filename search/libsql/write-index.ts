import { EVERY_TENANT, type Reader, type Tx } from "../../db/ports.ts";
import { gramsOf } from "../../db/products/grams.ts";
import { number, textOrNull } from "../../db/rows.ts";
import { FIELDS, type SearchDocument } from "../port.ts";
import { type Facts, writeFacts } from "./facts.ts";
import { CODE_SIGN } from "./terms.ts";

/** A document as the tables of the index take it. */
export interface IndexEntry {
  rowId: number;
  grams: string;
  /** One text a field; `null`: only lists find it. */
  words: string[] | null;
  facts: Facts;
}

/** Writes a document's terms, each after the tenant's tag. */
export const entryOf = ({ rowId, words, texts }: SearchDocument, facts: Facts, tag: string): IndexEntry => ({
  rowId,
  grams: gramsOf(texts, tag),
  words:
    words &&
    FIELDS.map((field) => {
      const start = field === "code" ? tag + CODE_SIGN : tag;
      return words[field].length === 0 ? "" : start + words[field].join(` ${start}`);
    }),
  facts,
});

/** Takes documents into the index, in place of what it had of these rows. About 40 µs each. */
export async function writeEntries(tx: Tx, entries: readonly IndexEntry[]): Promise<void> {
  // FTS5 writes out what it has collected whenever a row id is not above the one before.
  const ascending = entries.toSorted((one, other) => one.rowId - other.rowId);
  await tx.runMany(
    "insert or replace into product_gram (rowid, text) values (:gramRow, :grams)",
    ascending.toReversed().map(({ rowId, grams }) => ({ gramRow: -rowId, grams })),
  );
  await tx.runMany(
    `insert or replace into product_word (rowid, head, title, brand, category, code, text)
      values (:rowId, :head, :title, :brand, :category, :code, :text)`,
    ascending.flatMap(({ rowId, words }) => {
      const [head = "", title = "", brand = "", category = "", code = "", text = ""] = words ?? [];
      return words ? [{ rowId, head, title, brand, category, code, text }] : [];
    }),
  );
  await writeFacts(
    tx,
    ascending.filter(({ words }) => words !== null),
  );
  await removeWords(
    tx,
    ascending.flatMap(({ rowId, words }) => (words ? [] : [rowId])),
  );
}

/** Takes rows out of what searches by words look through. */
async function removeWords(tx: Tx, rowIds: readonly number[]): Promise<void> {
  const rows = rowIds.map((rowId) => ({ rowId }));
  await tx.runMany("delete from product_word where rowid = :rowId", rows);
  await tx.runMany("delete from product_fact where row_id = :rowId", rows);
}

/** Takes products out of the index. To be done before they are erased: their row ids may be given to another tenant. */
export async function unindexProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await listRowIds(tx, ids);
  await tx.runMany(
    "delete from product_gram where rowid = :gramRow",
    rows.map((rowId) => ({ gramRow: -rowId })),
  );
  await removeWords(tx, rows);
}

/**
 * Empties the index in one step when it has products of this tenant alone, and says whether it did: taking out each costs
 * more than all else of its deletion. For who erases them all.
 */
export async function clearIndex(tx: Tx): Promise<boolean> {
  const { first, last } = await findTenantsAround(tx.as(EVERY_TENANT));
  if (first !== tx.tenantId || last !== tx.tenantId) return false;
  await tx.run("insert into product_gram (product_gram) values ('delete-all')", {});
  await tx.run("insert into product_word (product_word) values ('delete-all')", {});
  await tx.run("delete from product_fact", {});
  return true;
}

/** The first and the last of the tenants that have products, each the end of an index. */
const findTenantsAround = (db: Reader): Promise<{ first: string | null; last: string | null }> =>
  db.one(
    "select (select min(tenant_id) from product) as first, (select max(tenant_id) from product) as last",
    {},
    (row) => ({ first: textOrNull(row, "first"), last: textOrNull(row, "last") }),
  );

const listRowIds = (db: Reader, ids: readonly string[]): Promise<number[]> =>
  db.all(
    `select product.row_id from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    (row) => number(row, "row_id"),
  );

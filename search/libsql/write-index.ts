import type { Reader, Tx } from "../../db/ports.ts";
import { gramsOf } from "../../db/products/grams.ts";
import { number } from "../../db/rows.ts";
import { textsHash } from "../../db/text-hash.ts";
import type { SearchDocument, SearchField } from "../port.ts";
import { type Facts, writeFacts } from "./facts.ts";
import { moveIndexState } from "./index-state.ts";
import { termText } from "./term-text.ts";
import { CODE_SIGN, TITLE_END } from "./terms.ts";

/** A document as the tables of the index take it. */
export interface IndexEntry {
  rowId: number;
  grams: string;
  /** `null`: only lists find it. */
  words: Record<SearchField, string> | null;
  /** Of all that these terms are made of. */
  textHash: number;
  /** Of all that the index is made of: where it stands, nothing is to be written. */
  sourceHash: number;
  facts: Facts;
}

/** Writes a document's terms, each after the tenant's tag. */
export function entryOf(
  { rowId, words: found, texts }: SearchDocument,
  { facts, sourceHash, tag }: { facts: Facts; sourceHash: number; tag: string },
): IndexEntry {
  const grams = gramsOf(texts, tag);
  if (found === null) return { rowId, grams, words: null, textHash: 0, sourceHash, facts };
  const words = {
    title: termText(
      found.titles.flatMap((title) => [...title, TITLE_END]),
      tag,
    ),
    brand: termText(found.brand, tag),
    category: termText(found.category, tag),
    code: termText(found.code, tag + CODE_SIGN),
    text: termText(found.text, tag),
  };
  return { rowId, grams, words, textHash: textsHash([...texts, ...Object.values(words)]), sourceHash, facts };
}

/** What a tenant's index is to take in: all changes after one value of its clock up to another. */
interface IndexedChanges {
  entries: readonly IndexEntry[];
  /** Row ids of products that were erased. */
  erased: readonly number[];
  fromUs: number;
  toUs: number;
}

/** Takes changes into the index; nothing when another has done so meanwhile. */
export async function indexChanges(tx: Tx, { entries, erased, fromUs, toUs }: IndexedChanges): Promise<void> {
  if ((await moveIndexState(tx, { fromUs, toUs })) === 0) return;
  await removeEntries(tx, erased);
  const known = await findHashes(tx, entries);
  const isSame = ({ rowId, words, textHash }: IndexEntry) => words !== null && known.get(rowId)?.textHash === textHash;
  await writeEntries(
    tx,
    entries.filter((entry) => !isSame(entry)),
  );
  await writeFacts(tx, entries.filter(isSame));
}

/** What the index has of these rows: a change of prices leaves their terms alone, one of stock all of it. */
export async function findHashes(
  db: Reader,
  rows: readonly { rowId: number }[],
): Promise<Map<number, Pick<IndexEntry, "textHash" | "sourceHash">>> {
  const known = await db.all(
    `select product_fact.row_id, product_fact.text_hash, product_fact.source_hash from json_each(:rowIds) wanted
      cross join product_fact on product_fact.row_id = wanted.value`,
    { rowIds: JSON.stringify(rows.map(({ rowId }) => rowId)) },
    (row) =>
      [number(row, "row_id"), { textHash: number(row, "text_hash"), sourceHash: number(row, "source_hash") }] as const,
  );
  return new Map(known);
}

/** Takes documents into the index, in place of what it had of these rows. About 40 µs each. */
export async function writeEntries(tx: Tx, entries: readonly IndexEntry[]): Promise<void> {
  // FTS5 writes out what it has collected whenever a row id is not above the one before.
  const ascending = entries.toSorted((one, other) => one.rowId - other.rowId);
  await tx.runMany(
    "insert or replace into product_gram (rowid, text) values (:gramRow, :grams)",
    ascending.toReversed().map(({ rowId, grams }) => ({ gramRow: -rowId, grams })),
  );
  const live = ascending.flatMap(({ words, ...entry }) => (words ? [{ ...entry, words }] : []));
  await tx.runMany(
    `insert or replace into product_word (rowid, brand, category, code, text)
      values (:rowId, :brand, :category, :code, :text)`,
    live.map(({ rowId, words: { title: _, ...words } }) => ({ rowId, ...words })),
  );
  await tx.runMany(
    "insert or replace into product_title (rowid, title) values (:rowId, :title)",
    live.map(({ rowId, words: { title } }) => ({ rowId, title })),
  );
  await writeFacts(tx, live);
  await removeWords(
    tx,
    ascending.flatMap(({ rowId, words }) => (words ? [] : [rowId])),
  );
}

/** Takes rows out of what searches by words look through. */
async function removeWords(tx: Tx, rowIds: readonly number[]): Promise<void> {
  const rows = rowIds.map((rowId) => ({ rowId }));
  await tx.runMany("delete from product_word where rowid = :rowId", rows);
  await tx.runMany("delete from product_title where rowid = :rowId", rows);
  await tx.runMany("delete from product_fact where row_id = :rowId", rows);
}

/** Takes rows out of the index. */
async function removeEntries(tx: Tx, rowIds: readonly number[]): Promise<void> {
  await tx.runMany(
    "delete from product_gram where rowid = :gramRow",
    rowIds.map((rowId) => ({ gramRow: -rowId })),
  );
  await removeWords(tx, rowIds);
}

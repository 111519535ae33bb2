import { Buffer } from "node:buffer";
import type { Reader } from "../ports.ts";
import { filterSql } from "../products/filter.ts";
import { number } from "../rows.ts";
import { SOURCES, type StoredMember, tablesOf } from "./exported-product.ts";
import type { ProductSelection } from "./exported-products.ts";

/** What parts the values of packed products: a control character that hardly any text has. */
const SEPARATOR = 0x1f;

/** Products as the bytes of their values. */
export interface PackedProducts {
  /** How many. */
  count: number;
  /** Of the last of them; 0 of none. */
  lastRowId: number;
  /** In UTF-8. A number is as JavaScript reads it; nothing and an empty text are no bytes. */
  bytes: Uint8Array;
  /** Where the separators are, product by product: before each value and behind the last one. */
  separators: Int32Array;
}

/** Every digit that a real has: fewer would not be the same number again. */
const packedSql = (member: StoredMember): string => {
  const { sql, number } = SOURCES[member];
  return number === "real" ? `iif(${sql} is null, null, format('%!.17g', ${sql}))` : sql;
};

/**
 * Reads a selection by age from place to place as bytes: a value for each of `members`, nothing else. For each value of a
 * row the driver makes one of JavaScript's, which takes longer than SQLite takes to find it; here it makes one in all.
 * The answer is `undefined` for products of which one has the separator in a text.
 */
export function openPackedProducts(
  db: Reader,
  { filter, language, languages = [] }: ProductSelection,
  members: readonly StoredMember[],
): (place: { afterRowId: number; offset: number; limit: number }) => Promise<PackedProducts | undefined> {
  const { where, args } = filterSql(filter);
  const separator = `char(${SEPARATOR})`;
  // Written as one text; parts that are joined one after the other are each copied many times.
  const packed = `format(:form, ${members.map(packedSql).join(", ")})`;
  const form = members.map(() => "%s").join(String.fromCharCode(SEPARATOR));
  const sql = `select count(*) as products, ifnull(max(row_id), 0) as last_row_id,
      cast(group_concat(packed, ${separator}) as blob) as bytes
    from (select product.row_id, ${packed} as packed
       from ${tablesOf(members)}
      where product.tenant_id = :tenant and ${where} and product.row_id > :afterRowId
      order by product.row_id limit :limit offset :offset)`;
  const all = { ...args, form, language, languages: JSON.stringify(languages) };

  return (place) =>
    db.one(sql, { ...all, ...place }, (row) => {
      const count = number(row, "products");
      const bytes = bytesOf(row["bytes"]);
      const separators = findSeparators(bytes, count * members.length);
      return separators && { count, lastRowId: number(row, "last_row_id"), bytes, separators };
    });
}

/** A blob as a driver answers it; `null` is that of no products. */
function bytesOf(blob: unknown): Uint8Array {
  if (blob === null) return new Uint8Array();
  // The bytes of a file's driver, and what a server's makes of them.
  return blob instanceof ArrayBuffer ? new Uint8Array(blob) : Buffer.from(blob as Uint8Array<ArrayBuffer>);
}

/** Where the separators of so many values are; `undefined` when there are more. */
function findSeparators(bytes: Uint8Array, values: number): Int32Array | undefined {
  const separators = new Int32Array(values + 1);
  separators[0] = -1;
  let found = 1;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== SEPARATOR) continue;
    if (found >= values) return;
    separators[found++] = index;
  }
  separators[values] = bytes.length;
  return separators;
}

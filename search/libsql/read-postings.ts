import type { Reader } from "../../db/ports.ts";
import { json, number, type Row, text } from "../../db/rows.ts";
import type { Tier } from "../port.ts";
import { either, NO_POSTINGS, type Postings, postingsOf } from "./postings.ts";
import { CODE_SIGN } from "./terms.ts";

/** The columns of the index that hold words, and how good a word in each is. */
const COLUMNS = { head: "head", title: "title", brand: "brand", category: "category", text: "text" } as const;
// The keys of a literal object are its own.
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

// FTS5 answers the rows of a question ascending. As one text: each row that SQLite answers costs a microsecond.
const rowsOf = (parameter: string) =>
  `(select json_group_array(rowid) from product_word where product_word match :${parameter}) as ${parameter}`;
const WORD = `select ${[...NAMES, "code"].map(rowsOf).join(", ")}`;
const ANY = `select ${rowsOf("matching")}`;

// Made by SQLite of row ids.
const rowIds = (row: Row, column: string) => json(row, column) as number[];

/** The rows that have one of these terms, and how good each is by its column; those with the code come with the texts. */
export const listWordPostings = (db: Reader, { terms, code }: { terms: string; code: string }): Promise<Postings> =>
  db.one(
    WORD,
    { ...Object.fromEntries(NAMES.map((name) => [name, `{${name}} : ${terms}`])), code: `{code} : ${code}` },
    (row) =>
      [
        ...NAMES.map((name) => postingsOf(rowIds(row, name), COLUMNS[name])),
        postingsOf(rowIds(row, "code"), "text"),
      ].reduce(either, NO_POSTINGS),
  );

/** The rows that have one of these terms anywhere, all of one tier. */
export const listPostings = (db: Reader, match: string, tier: Tier): Promise<Postings> =>
  db.one(ANY, { matching: match }, (row) => postingsOf(rowIds(row, "matching"), tier));

/** Every word of a tenant's index with the number of its products; no codes. */
export const listVocabulary = (db: Reader, tag: string): Promise<{ text: string; products: number }[]> =>
  db.all(
    `select term, doc from product_vocabulary where term >= :tag and term < :codes
      union all select term, doc from product_vocabulary where term >= :beyond and term < :end`,
    { tag, codes: tag + CODE_SIGN, beyond: tag + after(CODE_SIGN), end: tag.slice(0, -1) + after(tag.slice(-1)) },
    (row) => ({ text: text(row, "term").slice(tag.length), products: number(row, "doc") }),
  );

/** The sign that comes after this one. */
const after = (sign: string) => String.fromCharCode(sign.charCodeAt(0) + 1);

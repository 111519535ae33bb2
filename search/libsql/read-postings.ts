import type { Reader } from "../../db/ports.ts";
import { isAnswerTooLong } from "../../db/remote/unavailable.ts";
import { json, number, type Row, text } from "../../db/rows.ts";
import type { Tier } from "../match-tiers.ts";
import type { PhraseTerms, WordTerms } from "./match-expression.ts";
import { anyOf, intersect, type Postings, postingsOf } from "./postings.ts";
import { CODE_SIGN, TITLE_END } from "./terms.ts";

type Table = "product_title" | "product_word";

/** Requested rows: the terms they match in a table of the index, and how good they are. */
interface Question {
  table: Table;
  match: string;
  tier: Tier;
}

// FTS5 answers the rows of a question ascending. As one text: each row that SQLite answers costs a microsecond.
const rowsOf = (table: Table, at: number) =>
  `(select json_group_array(rowid) from ${table} where ${table} match :match${at}) as rows${at}`;

/** Rows of an answer where those of all questions are too many for one: 4 MB. */
const PAGE_ROWS = 400_000;

/** The rows of each of several questions. */
async function listEach(db: Reader, questions: readonly Question[]): Promise<Postings[]> {
  if (questions.length === 0) return [];
  try {
    return await db.one(
      `select ${questions.map(({ table }, at) => rowsOf(table, at)).join(", ")}`,
      Object.fromEntries(questions.map(({ match }, at) => [`match${at}`, match])),
      (row) => questions.map(({ tier }, at) => postingsOf(rowIds(row, `rows${at}`), tier)),
    );
  } catch (error) {
    if (!isAnswerTooLong(error)) throw error;
  }
  const postings: Postings[] = [];
  for (const question of questions) postings.push(await listInPages(db, question));
  return postings;
}

/** The rows of one question however many they are. */
async function listInPages(db: Reader, { table, match, tier }: Question): Promise<Postings> {
  const found: number[] = [];
  for (;;) {
    const page = await db.one(
      `select json_group_array(rowid) as ids from
        (select rowid from ${table} where ${table} match :match and rowid > :after order by rowid limit ${PAGE_ROWS})`,
      { match, after: found.at(-1) ?? 0 },
      (row) => rowIds(row, "ids"),
    );
    for (const id of page) found.push(id);
    if (page.length < PAGE_ROWS) return postingsOf(found, tier);
  }
}

/** The rows of several questions, each as good as the best says. */
const query = async (db: Reader, questions: readonly Question[]): Promise<Postings> =>
  anyOf(await listEach(db, questions));

// Made by SQLite of row ids.
const rowIds = (row: Row, column: string) => json(row, column) as number[];

/** The columns of the index besides titles that hold words, and how good a word in each is. */
const COLUMNS = ["brand", "category", "text"] as const;

/** The rows that have one of these terms, and how good each is by its column; those with the code come with the texts. */
export function listWordPostings(
  db: Reader,
  { whole, begun, titleBegun, code, codeBegun }: WordTerms,
): Promise<Postings> {
  const questions: Question[] = [
    { table: "product_title", match: whole, tier: "title" },
    ...COLUMNS.map((column): Question => ({ table: "product_word", match: `{${column}} : ${whole}`, tier: column })),
    { table: "product_word", match: `{code} : ${code}`, tier: "text" },
  ];
  if (titleBegun !== undefined) questions.push({ table: "product_title", match: titleBegun, tier: "title_begun" });
  if (begun !== undefined) {
    questions.push(
      ...COLUMNS.map(
        (column): Question => ({ table: "product_word", match: `{${column}} : ${begun}`, tier: `${column}_begun` }),
      ),
    );
  }
  if (codeBegun !== undefined) {
    questions.push({ table: "product_word", match: `{code} : ${codeBegun}`, tier: "text_begun" });
  }
  return query(db, questions);
}

/** The rows of titles that match each of these terms. */
const listTitles = (db: Reader, terms: readonly [match: string | undefined, tier: Tier][]): Promise<Postings[]> =>
  listEach(
    db,
    terms.flatMap(([match, tier]): Question[] =>
      match === undefined ? [] : [{ table: "product_title", match, tier }],
    ),
  );

/** The rows whose titles begin with one of these words. */
export const listHeadPostings = (db: Reader, match: string): Promise<Postings> =>
  query(db, [{ table: "product_title", match, tier: "head" }]);

/**
 * The rows whose titles have words in their order, and `heads`, those that begin with the first of them. What begins with
 * all of the words, and what is nothing else, is looked for only where it can be: the end of a title is in every one, and
 * reading it costs more than all else.
 */
export async function listPhrasePostings(db: Reader, terms: PhraseTerms, heads: Postings): Promise<Postings> {
  const { head, phrase, phraseBegun, start, startBegun, same } = terms;
  const ordered = await listTitles(db, [
    [phrase, "phrase"],
    [phraseBegun, "phrase_begun"],
  ]);
  const isAtStart = head === undefined || intersect(heads, anyOf(ordered));
  const starts = isAtStart
    ? await listTitles(db, [
        [start, "start"],
        [startBegun, "start_begun"],
      ])
    : [];
  const isWhole = starts[0] !== undefined && starts[0].rows.length > 0;
  return anyOf([...ordered, heads, ...starts, ...(isWhole ? await listTitles(db, [[same, "same"]]) : [])]);
}

/** The rows that have one of these words anywhere, all of one tier. */
export const listPostings = (db: Reader, match: string, tier: Tier): Promise<Postings> =>
  query(db, [
    { table: "product_title", match, tier },
    { table: "product_word", match, tier },
  ]);

/** The rows that have one of these codes. */
export const listCodePostings = (db: Reader, match: string): Promise<Postings> =>
  query(db, [{ table: "product_word", match, tier: "code" }]);

/** Words that a server is asked for at once: they are rows of it, of which 10 MB come at most. */
const WORDS_AT_ONCE = 50_000;

/** The words of a vocabulary from one on and before another, with the number of their products. */
async function listTerms(
  db: Reader,
  table: "product_title_vocabulary" | "product_vocabulary",
  { from, end, atOnce }: { from: string; end: string; atOnce: number },
): Promise<Map<string, number>> {
  const words = new Map<string, number>();
  // -1: all.
  const most = db.isDistant ? atOnce : -1;
  for (let next = from; ; ) {
    const part = await db.all(
      `select term, doc from ${table} where term >= :next and term < :end limit :most`,
      { next, end, most },
      (row) => [text(row, "term"), number(row, "doc")] as const,
    );
    for (const [term, products] of part) words.set(term, products);
    if (part.length !== most) return words;
    // It comes once more.
    next = part.at(-1)?.[0] ?? end;
  }
}

/** Every word of a tenant's index with the number of its products; no codes. `atOnce`, from 2: words that a server is asked for. */
export async function listVocabulary(
  db: Reader,
  tag: string,
  atOnce = WORDS_AT_ONCE,
): Promise<ReadonlyMap<string, number>> {
  const end = tag.slice(0, -1) + after(tag.slice(-1));
  const lists = [
    await listTerms(db, "product_title_vocabulary", { from: tag, end, atOnce }),
    await listTerms(db, "product_vocabulary", { from: tag, end: tag + CODE_SIGN, atOnce }),
    await listTerms(db, "product_vocabulary", { from: tag + after(CODE_SIGN), end, atOnce }),
  ];
  const words = new Map<string, number>();
  for (const list of lists) {
    for (const [term, products] of list) {
      const word = term.slice(tag.length);
      if (word !== TITLE_END) words.set(word, (words.get(word) ?? 0) + products);
    }
  }
  return words;
}

/** The sign that comes after this one. */
const after = (sign: string) => String.fromCharCode(sign.charCodeAt(0) + 1);

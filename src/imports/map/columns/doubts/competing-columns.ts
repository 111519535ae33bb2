import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { readHeader } from "../../../parse/header/read-header.ts";
import { targetsNamed } from "../../../parse/header/score-header.ts";
import { contentFits } from "../contents/content-fits.ts";
import { middleLength } from "../contents/unlike-values.ts";
import { type Candidate, holdsImages, isCode } from "../evidence.ts";
import { isWeakHeader } from "../headers/weak-headers.ts";
import { findTarget } from "../target-fields.ts";

// Columns that are left and may be the field as well, although another one is likelier by its header.

/** Fields of which two columns are easily confused. */
const CONFUSED: ReadonlySet<string> = new Set(
  "name,brand,category,description,short_description,price,cost_price,compare_at_price,stock,weight,mpn,color,size".split(
    ",",
  ),
);
/** What a column of prices, weights or names may be of beside the product. */
const OF_OTHERS =
  /shipping|delivery|versand|livraison|frete|env[ií]o|\bcod\b|deposit|pfand|installment|meta|seo|tax|steuer|iva|alt|attribute|option|unit|account|currency|supplier|vendor|warehouse|param/i;
/** Columns beyond are not compared. */
const COLUMNS_MAX = 300;
const WORDS_MAX = 6;
const PHRASE_MAX = 3;
/** A text of this many characters describes something. */
const LONG = 60;
const DISTINCT_SHARE = 0.9;

/** The phrases of a header, of one to three words. */
function phrasesOf(name: string): string[] {
  return readHeader(name.split(".").at(-1) ?? name).texts.flatMap((text) => {
    const words = text.split(" ");
    if (words.length > WORDS_MAX) return [];
    return words.flatMap((_, start) =>
      Array.from({ length: Math.min(PHRASE_MAX, words.length - start) }, (_, more) =>
        words.slice(start, start + more + 1).join(" "),
      ),
    );
  });
}

const namesIt = (name: string, target: string): boolean =>
  !OF_OTHERS.test(name) &&
  phrasesOf(name).some((phrase) => targetsNamed(phrase).has(target) && !isWeakHeader(phrase, target));

const ID = /^(?:id|code|kod|cod|codigo|codice|код|ref|no|nr|plu|number|n°)$/;

/** Whether the values make a column that is left as likely as the one that was taken. */
function resembles(
  { target, column }: Candidate,
  other: ColumnFacts,
  taken: ColumnFacts,
  all: readonly ColumnFacts[],
): boolean {
  if (target === "sku") return readHeader(column).texts.some((text) => ID.test(text)) && isCode(other, all);
  if (target === "image_urls") return holdsImages(other);
  if (target !== "description") return false;
  return (
    middleLength(other) >= LONG &&
    middleLength(other) > middleLength(taken) &&
    /\p{L}{3}\s/u.test(other.values[0] ?? "")
  );
}

/** The columns that are left and may be the field of `candidate`, in the order of the file. */
export function competingWith(
  candidate: Candidate,
  taken: ColumnFacts,
  { found, columns }: { found: ReadonlyMap<string, Candidate>; columns: readonly ColumnFacts[] },
): ColumnFacts[] {
  const { target } = candidate;
  const field = findTarget(target);
  if (field === undefined || columns.length > COLUMNS_MAX) return [];
  return columns.filter((other) => {
    if (found.has(other.name) || other.sampled * 10 < taken.sampled) return false;
    if (resembles(candidate, other, taken, columns)) return true;
    if (target === "name" && other.distinct < other.sampled * DISTINCT_SHARE) return false;
    return CONFUSED.has(target) && namesIt(other.name, target) && contentFits(other, field);
  });
}

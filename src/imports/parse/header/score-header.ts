import { HEADER_SYNONYMS } from "../../map/columns/headers/header-synonyms.ts";
import { FILLERS, NO_TYPOS } from "../../map/columns/headers/header-words.ts";
import { TARGET_FIELDS } from "../../map/columns/target-fields.ts";
import { type Header, reduceText } from "./read-header.ts";

/** A header that is the field's own name, as our exports write it. */
const OWN_NAME = 120;
const EXACT = 100;
const REDUCED = 95;
const WITHOUT_FILLERS = 90;
const ALMOST = 80;
const COVERED = 60;
/** An id is the reference only where nothing else is. */
export const ID_SCORE = 50;
const IDS: ReadonlySet<string> = new Set(["id", "product id", "id produit", "article id", "item id"]);
/** How much of a header must be understood. */
const COVERAGE = 2 / 3;
const TYPO_LETTERS = 5;

/** Scores from here on mean that the header as a whole is known. */
export const SURE_SCORE = WITHOUT_FILLERS - 1;
/** And from here on that a letter is wrong in it. */
export const TYPO_SCORE = ALMOST - 2;

interface Synonym {
  target: string;
  text: string;
  /** The same without words that every header may have. */
  short: string;
  letters: string;
  /** Among those of the target, and of the targets: breaks ties. */
  rank: number;
}

/** Other names of fields in our exports. `gtin` and `upc` are left out: in most files they are the EAN. */
const EXPORT_NAMES: Record<string, string> = {
  barcode: "ean",
  reference: "sku",
  title: "name",
  "brand name": "brand",
  "category path": "category",
  "primary image url": "image_urls",
};

const OFTEN_EANS = new Set(["gtin", "upc"]);

const withoutFillers = (text: string) =>
  text
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .join(" ");

const SYNONYMS: readonly Synonym[] = HEADER_SYNONYMS.flatMap(([target, list], targetRank) =>
  list.map((text, rank) => {
    const short = withoutFillers(text);
    const seldom = OFTEN_EANS.has(target) ? 1 : 0;
    return { target, text, short, letters: short.replaceAll(" ", ""), rank: seldom + rank / 200 + targetRank / 10_000 };
  }),
);

const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ...TARGET_FIELDS.filter(({ name }) => !OFTEN_EANS.has(name)).map(
    ({ name }) => [name.replaceAll("_", " "), name] as const,
  ),
  ...Object.entries(EXPORT_NAMES),
]);
const BY_TEXT = Map.groupBy(SYNONYMS, ({ text }) => text);
const BY_SHORT = Map.groupBy(SYNONYMS, ({ short }) => short);
const LETTERS: ReadonlySet<string> = new Set(SYNONYMS.map(({ letters }) => letters));
/** One wrong letter leaves the first two as they are, or the last two. */
const ENDS = 2;
const LONG = SYNONYMS.filter(({ letters }) => letters.length >= TYPO_LETTERS);
const BY_BEGINNING = Map.groupBy(LONG, ({ letters }) => letters.slice(0, ENDS));
const BY_END = Map.groupBy(LONG, ({ letters }) => letters.slice(-ENDS));
/** Phrases by each of their words. */
const BY_WORD = Map.groupBy(
  SYNONYMS.flatMap((synonym) => synonym.short.split(" ").map((word) => ({ word, synonym }))),
  ({ word }) => word,
);
/** Prices of which a header does not say whose they are: without taxes they are what the goods cost. */
export const PLAIN_PRICES: ReadonlySet<string> = new Set(
  "price prix preis precio prezzo prijs cena tarif preco pris hinta hind kaina pret cijena ar fiyat цена ціна τιμη,prix unitaire,unit price,pu,einzelpreis,precio unitario,stukprijs,cena jednostkowa"
    .split(",")
    .flatMap((each, index) => (index === 0 ? each.split(" ") : each)),
);
const PRICES: ReadonlySet<string> = new Set(["price", "cost_price", "compare_at_price", "map_price"]);

/** The fields of which a text is a name, word for word. */
export const targetsNamed = (text: string): ReadonlySet<string> => {
  const own = OWN_NAMES.get(text);
  return new Set([...(BY_TEXT.get(text) ?? []).map(({ target }) => target), ...(own === undefined ? [] : [own])]);
};

type Note = (target: string, score: number) => void;

/** The best score of each target that a header may mean, by the name of the target. */
export function scoresOf(texts: Header["texts"]): Map<string, number> {
  const scores = new Map<string, number>();
  const isId = texts.some((text) => IDS.has(text));
  const note: Note = (target, given) => {
    const score = isId && target === "sku" ? ID_SCORE : given;
    if (score > (scores.get(target) ?? 0)) scores.set(target, score);
  };
  for (const text of texts) {
    noteWhole(text, EXACT, note);
    noteReduced(text, note);
    const short = withoutFillers(text);
    if (short === "") continue;
    for (const { target, rank } of BY_SHORT.get(short) ?? []) note(target, WITHOUT_FILLERS - rank);
    noteTypos(short.replaceAll(" ", ""), note);
    noteCoverage(short.split(" "), note);
  }
  return scores;
}

function noteWhole(text: string, score: number, note: Note): void {
  const own = OWN_NAMES.get(text);
  if (own !== undefined) note(own, score === EXACT ? OWN_NAME : score);
  for (const { target, rank } of BY_TEXT.get(text) ?? []) note(target, score - rank);
}

/** Reads the header without units, currencies and taxes. */
function noteReduced(text: string, note: Note): void {
  const { text: reduced, tax } = reduceText(text);
  if (reduced === "" || (reduced === text && tax === null)) return;
  if (tax === null) {
    noteWhole(reduced, REDUCED, note);
    return;
  }
  noteWhole(reduced, REDUCED, (target, score) => {
    if (!PRICES.has(target)) return;
    note(target === "price" && tax === "ht" && PLAIN_PRICES.has(reduced) ? "cost_price" : target, score);
  });
}

function noteTypos(letters: string, note: Note): void {
  if (letters.length < TYPO_LETTERS || NO_TYPOS.has(letters) || /\d/.test(letters)) return;
  // `weight` is no slip of the pen for `height`.
  if (LETTERS.has(letters)) return;
  for (const alike of [BY_BEGINNING.get(letters.slice(0, ENDS)), BY_END.get(letters.slice(-ENDS))]) {
    for (const synonym of alike ?? []) {
      if (isWithinOneEdit(letters, synonym.letters)) note(synonym.target, ALMOST - synonym.rank);
    }
  }
}

/** Whether one letter added, dropped or changed makes the one the other. */
function isWithinOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return long.slice(start + 1) === short.slice(short.length === long.length ? start + 1 : start);
}

/** Notes targets of which phrases cover most of the header's words. */
function noteCoverage(words: readonly string[], note: Note): void {
  for (const [target, known] of coveredBy(words)) {
    const share = words.filter((word) => known.has(word)).length / words.length;
    if (share >= COVERAGE) note(target, COVERED + 10 * share);
  }
}

/** The words that phrases of each target have in common with a header. */
function coveredBy(words: readonly string[]): Map<string, Set<string>> {
  const padded = ` ${words.join(" ")} `;
  const covered = new Map<string, Set<string>>();
  const phrases = words.flatMap((word) => BY_WORD.get(word) ?? []);
  for (const { synonym } of phrases) {
    if (!padded.includes(` ${synonym.short} `)) continue;
    const known = covered.get(synonym.target) ?? new Set();
    for (const part of synonym.short.split(" ")) known.add(part);
    covered.set(synonym.target, known);
  }
  return covered;
}

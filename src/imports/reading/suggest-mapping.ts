import { nameKey } from "../../text/name-key.ts";
import type { ColumnMapping } from "../rows/column-mapping.ts";
import { findTarget, type TargetType } from "../rows/target-fields.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { FILLERS, HEADER_SYNONYMS, LANGUAGE_WORDS } from "./header-synonyms.ts";

export interface SuggestedMapping {
  /** Columns that are recognised; a target is suggested once, or once for each language. */
  mapping: ColumnMapping;
  /** Language by column. */
  languages: Record<string, string>;
}

/** A column of which this share are EANs holds EANs, whatever it is called. */
const EAN_SHARE = 0.8;
const NUMBER_SHARE = 0.5;
const BY_CONTENT = 1000;
const EXACT = 100;
const WITHOUT_FILLERS = 90;
const ALMOST = 80;
const COVERED = 60;
/** How much of a header must be understood. */
const COVERAGE = 2 / 3;
const TYPO_LETTERS = 5;
const NUMERIC: ReadonlySet<TargetType> = new Set(["number", "integer", "money", "percent", "measure"]);

interface Synonym {
  target: string;
  text: string;
  /** Among those of the target, and of the targets: breaks ties. */
  rank: number;
}

const SYNONYMS: readonly Synonym[] = Object.entries(HEADER_SYNONYMS).flatMap(([target, list], targetRank) =>
  list.split(", ").map((text, rank) => ({ target, text, rank: rank / 100 + targetRank / 10_000 })),
);

/** Suggests targets for columns by their headers and by what is in them. */
export function suggestMapping(columns: readonly ColumnFacts[], enabledLanguages: readonly string[]): SuggestedMapping {
  const candidates = columns.flatMap((column) => candidatesOf(column, enabledLanguages));
  candidates.sort((one, other) => other.score - one.score);
  const found = new Map<string, Candidate>();
  const taken = new Set<string>();
  for (const candidate of candidates) {
    const place = `${candidate.target} ${candidate.language}`;
    if (found.has(candidate.column) || taken.has(place)) continue;
    found.set(candidate.column, candidate);
    taken.add(place);
  }
  const inOrder = columns.flatMap(({ name }) => found.get(name) ?? []);
  return {
    mapping: Object.fromEntries(
      inOrder.map(({ column, target, language }) => [column, language === "" ? target : { field: target, language }]),
    ),
    languages: Object.fromEntries(
      inOrder.flatMap(({ column, language }) => (language === "" ? [] : [[column, language]])),
    ),
  };
}

interface Candidate {
  column: string;
  target: string;
  /** "" for none. */
  language: string;
  score: number;
}

function candidatesOf(facts: ColumnFacts, enabledLanguages: readonly string[]): Candidate[] {
  const header = readHeader(facts.name);
  const scores = scoresOf(header.texts);
  if (facts.eanShare >= EAN_SHARE) scores.set("ean", BY_CONTENT + (scores.get("ean") ?? 0));
  return [...scores].flatMap(([target, score]) => {
    const field = findTarget(target);
    if (!field || (NUMERIC.has(field.type) && facts.sampled > 0 && facts.numberShare < NUMBER_SHARE)) return [];
    const isNamed = header.language !== "" && field.translatable;
    if (isNamed && !enabledLanguages.includes(header.language)) return [];
    return [{ column: facts.name, target, language: isNamed ? header.language : "", score }];
  });
}

interface Header {
  /** Ways to read it: as it stands, and without what is in brackets. */
  texts: string[];
  /** "" when it names none. */
  language: string;
}

const words = (text: string) =>
  nameKey(text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const LANGUAGE_IN_BRACKETS = /[([]\s*([a-z]{2})(?:[-_][a-z]{2})?\s*[)\]]/i;
const LOCALE = /[-_ ]([a-z]{2})_[A-Z]{2}(?=[-_ ]|$)/;
const LANGUAGE_SUFFIX = /[-_ .:/]([a-z]{2})\s*$/;
const UPPER_SUFFIX = /[-_ .:/]([A-Z]{2})\s*$/;
const LANGUAGE_FORMS = [LANGUAGE_IN_BRACKETS, LOCALE, LANGUAGE_SUFFIX, UPPER_SUFFIX];
/** Two letters at the end that are a unit, a tax or a word more often than a language. */
const NO_LANGUAGES: ReadonlySet<string> = new Set([
  "ht",
  "cm",
  "mm",
  "kg",
  "id",
  "nr",
  "no",
  "of",
  "ml",
  "pa",
  "pv",
  "ek",
  "vk",
]);

/** Takes a header apart into its words and the language that they name. */
function readHeader(name: string): Header {
  const [place, code] = LANGUAGE_FORMS.map((form) => form.exec(name)).find((match) => match !== null) ?? [];
  if (place !== undefined && code !== undefined && !NO_LANGUAGES.has(code.toLowerCase())) {
    return { texts: readings(name.replace(place, " ")), language: code.toLowerCase() };
  }
  const parts = words(name).split(" ");
  const word = parts.find((part) => Object.hasOwn(LANGUAGE_WORDS, part));
  if (word === undefined || parts.length === 1) return { texts: readings(name), language: "" };
  return { texts: [parts.filter((part) => part !== word).join(" ")], language: LANGUAGE_WORDS[word] ?? "" };
}

const readings = (name: string): string[] => [
  ...new Set([words(name), words(name.replace(/[([].*?[)\]]/g, " "))].filter((text) => text !== "")),
];

/** The best score of each target that a header may mean. */
function scoresOf(texts: readonly string[]): Map<string, number> {
  const scores = new Map<string, number>();
  const note = (target: string, score: number) => {
    if (score > (scores.get(target) ?? 0)) scores.set(target, score);
  };
  for (const text of texts) {
    const reading = { text, short: withoutFillers(text), letters: withoutFillers(text).replaceAll(" ", "") };
    for (const synonym of SYNONYMS) note(synonym.target, likeness(reading, synonym));
    for (const target of Object.keys(HEADER_SYNONYMS)) {
      const coverage = coverageOf(reading.short, target);
      if (coverage >= COVERAGE) note(target, COVERED + 10 * coverage);
    }
  }
  return scores;
}

function likeness(
  { text, short, letters }: { text: string; short: string; letters: string },
  synonym: Synonym,
): number {
  if (synonym.text === text) return EXACT - synonym.rank;
  if (short !== "" && withoutFillers(synonym.text) === short) return WITHOUT_FILLERS - synonym.rank;
  return isTypo(letters, synonym.text.replaceAll(" ", "")) ? ALMOST - synonym.rank : 0;
}

const withoutFillers = (text: string) =>
  text
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .join(" ");

const isTypo = (one: string, other: string): boolean =>
  one.length >= TYPO_LETTERS && other.length >= TYPO_LETTERS && !/\d/.test(one) && isWithinOneEdit(one, other);

/** Whether one letter added, dropped or changed makes the one the other. */
function isWithinOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return long.slice(start + 1) === short.slice(short.length === long.length ? start + 1 : start);
}

/** The share of a header's words that phrases of the target cover. */
function coverageOf(text: string, target: string): number {
  const padded = ` ${text} `;
  const covered = new Set<string>();
  for (const synonym of SYNONYMS) {
    if (synonym.target !== target || !padded.includes(` ${synonym.text} `)) continue;
    for (const word of synonym.text.split(" ")) covered.add(word);
  }
  const parts = text.split(" ");
  return parts.filter((part) => covered.has(part)).length / parts.length;
}

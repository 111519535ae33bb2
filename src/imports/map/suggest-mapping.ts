import { LANGUAGE_COLUMN } from "../../exports/language-column.ts";
import type { ColumnFacts } from "../parse/column-facts.ts";
import { readHeader } from "../parse/read-header.ts";
import { SURE_SCORE, scoresOf } from "../parse/score-header.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import { contentFits } from "./content-fits.ts";
import { findFeed } from "./known-feeds.ts";
import { findTarget } from "./target-fields.ts";

export interface SuggestedMapping {
  /** Columns that are recognised; a target is suggested once, or once for each language. */
  mapping: ColumnMapping;
  /** Language by column. */
  languages: Record<string, string>;
}

/** A column of which this share are EANs holds EANs, whatever it is called. */
const EAN_SHARE = 0.8;
const BY_CONTENT = 1000;

/** Whether a header as a whole names a field, in whatever language: data seldom does. */
export const isKnownHeader = (name: string): boolean => {
  const { texts, translated } = readHeader(name);
  return [texts, translated?.texts ?? []].some((each) =>
    [...scoresOf(each).values()].some((score) => score >= SURE_SCORE),
  );
};

/**
 * Suggests targets for columns by their headers and by what is in them. A text without a language is in the pivot language:
 * of `name` and `name_fr` one is suggested where that is French.
 */
export function suggestMapping(
  columns: readonly ColumnFacts[],
  enabledLanguages: readonly string[],
  {
    hasHeader = true,
    arePaths = false,
    pivotLanguage = "",
  }: { hasHeader?: boolean; arePaths?: boolean; pivotLanguage?: string | undefined } = {},
): SuggestedMapping {
  const feed = findFeed(columns.map(({ name }) => name));
  const candidates = columns.flatMap((column) => {
    const known = feed?.(column.name);
    if (known === null) return [];
    const given = known === undefined ? [] : [{ column: column.name, language: "", ...known }];
    return [...given.filter((each) => fits(each, column)), ...candidatesOf(column, enabledLanguages, { arePaths })];
  });
  if (!hasHeader) candidates.push(...namesAmong(columns));
  const said = saidLanguage(columns, enabledLanguages);
  const found = bestOf(candidates, said || pivotLanguage);
  const inOrder = columns.flatMap(({ name }) => {
    const candidate = found.get(name);
    if (!candidate) return [];
    return { ...candidate, ...(isPlain(candidate) && { language: said }) };
  });
  return {
    mapping: Object.fromEntries(
      inOrder.map(({ column, target, language }) => [column, language === "" ? target : { field: target, language }]),
    ),
    languages: Object.fromEntries(
      inOrder.flatMap(({ column, language }) => (language === "" ? [] : [[column, language]])),
    ),
  };
}

const isPlain = ({ target, language }: Candidate): boolean =>
  language === "" && findTarget(target)?.translatable === true;

/** The best candidate of each column, by its name: each place once, where `usual` is the language of texts without one. */
function bestOf(candidates: Candidate[], usual: string): Map<string, Candidate> {
  candidates.sort((one, other) => other.score - one.score);
  const found = new Map<string, Candidate>();
  const taken = new Set<string>();
  // Columns that say the same as another: they mean nothing else instead.
  const doubled = new Set<string>();
  for (const candidate of candidates) {
    const { column, target, language } = candidate;
    const place = `${target} ${isPlain(candidate) ? usual : language}`;
    const written = `${target} ${language} as written`;
    if (found.has(column) || doubled.has(column)) continue;
    if (!taken.has(place)) {
      found.set(column, candidate);
      taken.add(place).add(written);
    } else if (!taken.has(written)) doubled.add(column);
  }
  return found;
}

/** The language that an export of ours says its texts are in; "" when it says none that is enabled. */
function saidLanguage(columns: readonly ColumnFacts[], enabledLanguages: readonly string[]): string {
  const values = columns.find(({ name }) => name === LANGUAGE_COLUMN)?.values ?? [];
  const [language = ""] = new Set(values);
  return new Set(values).size === 1 && enabledLanguages.includes(language) ? language : "";
}

interface Candidate {
  column: string;
  target: string;
  /** "" for none. */
  language: string;
  score: number;
}

/** Whether the values of a column may be those of its candidate. */
function fits({ target }: Candidate, facts: ColumnFacts): boolean {
  const field = findTarget(target);
  return field !== undefined && contentFits(facts, field);
}

function candidatesOf(
  facts: ColumnFacts,
  enabledLanguages: readonly string[],
  { arePaths }: { arePaths: boolean },
): Candidate[] {
  const candidates = arePaths
    ? candidatesByPath(facts.name, enabledLanguages)
    : candidatesByHeader(facts.name, enabledLanguages);
  if (facts.eanShare >= EAN_SHARE) {
    const byHeader = candidates.filter(({ target }) => target === "ean").map(({ score }) => score);
    candidates.push({ column: facts.name, target: "ean", language: "", score: BY_CONTENT + Math.max(0, ...byHeader) });
  }
  return candidates.filter((each) => fits(each, facts));
}

const OF_ATTRIBUTES = /^attributes\.[^.[\]]{1,100}$/;
/** Objects in a product that speak of something else: their prices and names are not its own. */
const FOREIGN =
  /^@?(?:\w+:)?(?:shippings?|delivery|delivery_?options?|livraison|versand|installment|loyalty.*|subscription.*|related.*|accessor\w*|cross.?sells?|up.?sells?|reviews?|ratings?|seller|gift)$/i;
/** What a step further inside costs. */
const STEP = 5;

/** By the path of a field in JSON and XML: its last name counts, with what it is in, the less the deeper it lies. */
function candidatesByPath(path: string, enabledLanguages: readonly string[]): Candidate[] {
  if (OF_ATTRIBUTES.test(path)) return [{ column: path, target: path, language: "", score: BY_CONTENT }];
  const steps = path.split(".").map((step) => step.replace(/^(@?)\w+:/, "$1"));
  if (steps.slice(0, -1).some((step) => FOREIGN.test(step))) return [];
  return [1, 2, steps.length]
    .filter((count, index, counts) => count <= steps.length && counts.indexOf(count) === index)
    .flatMap((count) => candidatesByHeader(steps.slice(-count).join(" ").replaceAll("@", ""), enabledLanguages))
    .map((candidate) => ({ ...candidate, column: path, score: candidate.score - STEP * (steps.length - 1) }));
}

function candidatesByHeader(column: string, enabledLanguages: readonly string[]): Candidate[] {
  const { texts, translated } = readHeader(column);
  const whole = texts.filter((text) => !translated?.texts.includes(text));
  // What ends like a language may be a word: then the whole must be known.
  const least = translated === undefined ? 0 : SURE_SCORE;
  const plain = [...scoresOf(whole)].flatMap(([target, score]) =>
    score >= least ? [{ column, target, language: "", score }] : [],
  );
  if (translated === undefined) return plain;
  const others = [...scoresOf(translated.texts)].flatMap(([target, score]) => {
    const isText = findTarget(target)?.translatable === true;
    if (isText && !enabledLanguages.includes(translated.language)) return [];
    return [{ column, target, language: isText ? translated.language : "", score }];
  });
  return [...plain, ...others];
}

const NAME_LENGTH_MAX = 200;
const FILLED_SHARE = 0.9;
const DISTINCT_SHARE = 0.5;

/** The column that most likely holds the names where no header tells: texts of several words that seldom repeat. */
function namesAmong(columns: readonly ColumnFacts[]): Candidate[] {
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  const texts = columns.filter(({ sampled, distinct, values }) => {
    const worded = values.filter((value) => /\p{L}{2}.*\s/u.test(value) && value.length <= NAME_LENGTH_MAX);
    return sampled >= most * FILLED_SHARE && distinct >= sampled * DISTINCT_SHARE && worded.length * 2 > values.length;
  });
  return texts.map(({ name, distinct }) => ({ column: name, target: "name", language: "", score: distinct }));
}

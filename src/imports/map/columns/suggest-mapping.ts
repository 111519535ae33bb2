import { LANGUAGE_COLUMN } from "../../../text/language-column.ts";
import type { ColumnFacts } from "../../parse/column-facts.ts";
import { readHeader } from "../../parse/read-header.ts";
import { ID_SCORE, SURE_SCORE, scoresOf, TYPO_SCORE } from "../../parse/score-header.ts";
import { findLayout } from "../row/family-layouts.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import { contentFits } from "./content-fits.ts";
import { type Doubt, findDoubts } from "./doubts.ts";
import {
  type Basis,
  BY_IMAGES,
  type Candidate,
  completeMapping,
  holdsImages,
  isFurtherImage,
  namesAmong,
  withoutVainIdentities,
} from "./evidence.ts";
import { findFeed } from "./known-feeds.ts";
import { findTarget } from "./target-fields.ts";

export interface SuggestedMapping {
  /** Columns that are recognised; a target is suggested once, or once for each language. */
  mapping: ColumnMapping;
  /** Language by column. */
  languages: Record<string, string>;
  /** What each suggestion rests on. */
  bases: Record<string, Basis>;
  /** What may as well mean something else. */
  doubts: Doubt[];
}

/** A column of which this share are EANs holds EANs, under any header. */
const EAN_SHARE = 0.8;
const BY_CONTENT = 1000;

/** Whether a header as a whole names a field, in any language: data seldom does. */
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
    const given: Candidate[] =
      known === undefined ? [] : [{ column: column.name, language: "", basis: "feed", ...known }];
    return [
      ...given.filter((each) => each.target === "sku" || fits(each, column)),
      ...candidatesOf(column, enabledLanguages, { arePaths }),
    ];
  });
  if (!hasHeader) candidates.push(...namesAmong(columns));
  const said = saidLanguage(columns, enabledLanguages);
  const possible = withoutVainIdentities(withoutBlankEans(candidates, columns), columns);
  const found = bestOf(possible, said || pivotLanguage, (candidate) => isFurtherImage(candidate, columns));
  completeMapping(found, columns, feed);
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
    bases: Object.fromEntries(inOrder.map(({ column, basis }) => [column, basis])),
    doubts: findDoubts({ found, candidates: possible, columns, enabledLanguages }),
  };
}

/** Without EAN columns that are blank throughout, where the layout of the file distinguishes its products. */
function withoutBlankEans(candidates: Candidate[], columns: readonly ColumnFacts[]): Candidate[] {
  const names = columns.map(({ name }) => name);
  if (!findLayout(names, { sku: undefined, options: [] })?.isBlock) return candidates;
  const blank = new Set(columns.flatMap(({ name, sampled }) => (sampled === 0 ? [name] : [])));
  return candidates.filter(({ target, column }) => target !== "ean" || !blank.has(column));
}

const isPlain = ({ target, language }: Candidate): boolean =>
  language === "" && findTarget(target)?.translatable === true;

/** The best candidate of each column, by its name: each place once, unless `isFurther` lets it be joined; `usual` is the language of texts without one. */
function bestOf(
  candidates: Candidate[],
  usual: string,
  isFurther: (candidate: Candidate) => boolean,
): Map<string, Candidate> {
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
    if (!taken.has(place) || isFurther(candidate)) {
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
  const byValues = { column: facts.name, language: "", basis: "values" } as const;
  if (facts.eanShare >= EAN_SHARE) {
    const byHeader = candidates.filter(({ target }) => target === "ean").map(({ score }) => score);
    candidates.push({ ...byValues, target: "ean", score: BY_CONTENT + Math.max(0, ...byHeader) });
  }
  if (holdsImages(facts)) candidates.push({ ...byValues, target: "image_urls", score: BY_IMAGES });
  return candidates.filter((each) => fits(each, facts));
}

/** What a text in another language counts, at most. */
const LAST_RESORT = 40;
const OF_ATTRIBUTES = /^attributes\.[^.[\]]{1,100}$/;
/** Objects in a product that speak of something else: their prices, names and codes are not its own. */
const FOREIGN =
  /^@?(?:\w+:)?(?:shippings?|delivery|delivery_?options?|livraison|versand|installment|loyalty.*|subscription.*|related.*|accessor\w*|cross.?sells?|up.?sells?|reviews?|ratings?|sellers?|gifts?|holder|company|comp|firm|partner|partners|supplier|suppliers|contributors?|substances?|ingredients?|nutrients?|classifications?|it_?codes?|subjects?|party|organi[sz]ation|address|contact|stores?|warehouses?|collection|audience|extent|product_?references?|article_?references?|languages?|packaging|limitations?)$/i;
/** What a step says of the kind of its object: `price[net]`. */
const KIND = /\[[^\]]*\]$/;
/** Properties of a product that are named beside their values: neither name is the product's. */
const PROPERTY =
  /^(?:\w+:)?(?:params?|attributes?|features?|properties|property|specs?|specifications?|characteristics?)$/i;
/** Objects whose members are the product's own. What is in others may be of something else. */
const OF_PRODUCT =
  /^@?(?:products?|articles?|items?|offers?|variants?|node|master|details?|infos?|information|data|general|base|main|core|common|attrs?|a|params?|attributes?|features?|propert(?:y|ies)|specs?|fields?|\w+_(?:details?|infos?|information|data|attributes|features)|\w+(?:Details?|Infos?|Information|Data|Attributes))$/i;
/** Objects that a product names: their name is a field of it, the rest of them is not. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^(?:\w+:)?(?:brand|manufacturer|maker|vendor|producer|hersteller|fabricant|marke|marque|marca)$/i, "brand"],
  [/^(?:\w+:)?(?:category|categorie|kategorie|categoria|kategoria)$/i, "category"],
];
const NAME_OF_IT =
  /^(?:\w+:)?(?:name|title|label|text|value|full_?name|display_?name|bezeichnung|nom|nazwa|nombre|nome)$/i;
const BY_NAMED = 92;
/** What a step further inside costs. */
const STEP = 5;

/** By the path of a field in JSON and XML: its last name counts, with what it is in, the less the deeper it lies. */
function candidatesByPath(path: string, enabledLanguages: readonly string[]): Candidate[] {
  if (OF_ATTRIBUTES.test(path)) return [headed(path, path, BY_CONTENT)];
  const steps = path.split(".").map((step) => step.replace(/^(@?)\w+:/, "$1"));
  const last = steps.at(-1) ?? "";
  if (steps.slice(0, -1).some((step) => FOREIGN.test(step.replace(KIND, "")))) return [];
  if (PROPERTY.test(steps.at(-2) ?? "") && NAME_OF_IT.test(last.replace("@", ""))) return [];
  const named = NAMED.find(([pattern]) => pattern.test(steps.at(-2) ?? ""));
  if (named && !NAMED.some(([pattern]) => pattern.test(last))) {
    return NAME_OF_IT.test(last) ? [headed(path, named[1], BY_NAMED)] : [];
  }
  return [1, 2, steps.length]
    .filter((count, index, counts) => count <= steps.length && counts.indexOf(count) === index)
    .flatMap((count) => {
      const isOwn = steps.slice(0, -count).every((step) => OF_PRODUCT.test(step.replace(KIND, "")));
      const found = candidatesByHeader(steps.slice(-count).join(" ").replaceAll("@", ""), enabledLanguages);
      return isOwn ? found : found.map((each): Candidate => ({ ...each, basis: "part_of_header" }));
    })
    .map((candidate) => ({ ...candidate, column: path, score: candidate.score - STEP * (steps.length - 1) }));
}

/** A candidate by its header, which is known as a whole, but for a letter, or in part. */
const headed = (column: string, target: string, score: number): Candidate => ({
  column,
  target,
  language: "",
  score,
  basis: score >= SURE_SCORE || score === ID_SCORE ? "header" : score >= TYPO_SCORE ? "like_header" : "part_of_header",
});

function candidatesByHeader(column: string, enabledLanguages: readonly string[]): Candidate[] {
  const { texts, translated } = readHeader(column);
  const whole = texts.filter((text) => !translated?.texts.includes(text));
  // What ends like a language may be a word: then the whole must be known.
  const least = translated === undefined ? 0 : SURE_SCORE;
  const plain = [...scoresOf(whole)].flatMap(([target, score]) =>
    score >= least ? [headed(column, target, score)] : [],
  );
  if (translated === undefined) return plain;
  const others = [...scoresOf(translated.texts)].flatMap(([target, score]) => {
    const isText = findTarget(target)?.translatable === true;
    // A product must have a name: one in a language that is not enabled is better than none.
    if (isText && !enabledLanguages.includes(translated.language))
      return target !== "name" || score < SURE_SCORE
        ? []
        : [{ ...headed(column, target, score), score: LAST_RESORT * (score / 100) }];
    return [{ ...headed(column, target, score), language: isText ? translated.language : "" }];
  });
  return [...plain, ...others];
}

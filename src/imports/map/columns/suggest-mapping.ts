import { LANGUAGE_COLUMN } from "../../../text/language-column.ts";
import type { ColumnFacts } from "../../parse/analyze/column-facts.ts";
import { readHeader } from "../../parse/header/read-header.ts";
import { SURE_SCORE, scoresOf } from "../../parse/header/score-header.ts";
import { findLayout } from "../row/family-layouts.ts";
import type { ComputedColumn } from "../row/mapping-settings.ts";
import type { ColumnMapping } from "./column-mapping.ts";
import { completeMapping } from "./complete-mapping.ts";
import { codesOfNames } from "./contents/codes-of-names.ts";
import { contentFits } from "./contents/content-fits.ts";
import { headlessAmong } from "./contents/headless-lists.ts";
import type { Doubt } from "./doubts/doubt.ts";
import { findDoubts, findUnfit } from "./doubts/doubts.ts";
import { withoutBlankRivals, withoutFewEans } from "./doubts/rival-columns.ts";
import {
  type Basis,
  BY_IMAGES,
  type Candidate,
  holdsImages,
  isFurtherImage,
  isVainPrice,
  withoutEchoes,
  withoutVainIdentities,
} from "./evidence.ts";
import { namedBy } from "./headers/named-candidates.ts";
import { findFeed } from "./known-feeds.ts";
import { findTarget } from "./target-fields.ts";

const PRICES: ReadonlySet<string> = new Set(["price", "cost_price", "compare_at_price"]);

/** A list price of a file of products that has no other is what they cost; asked, for it may be reduced elsewhere. */
function takeOnlyPrice(found: Map<string, Candidate>, columns: readonly ColumnFacts[]): void {
  const prices = [...found.values()].filter(({ target }) => PRICES.has(target));
  const [only] = prices;
  if (!only || prices.length > 1 || only.target !== "compare_at_price" || only.basis === "feed") return;
  // As our exports write it: then it is meant so.
  if (only.column === only.target || ![...found.values()].some(({ target }) => target === "name" || target === "sku"))
    return;
  if (columns.some(({ name, sampled }) => name === only.column && sampled > 0))
    found.set(only.column, { ...only, target: "price", basis: "part_of_header" });
}

export interface SuggestedMapping {
  /** Columns that are recognised; a target is suggested once, or once for each language. */
  mapping: ColumnMapping;
  /** Language by column. */
  languages: Record<string, string>;
  /** What each suggestion rests on. */
  bases: Record<string, Basis>;
  /** What is worked out from other columns. */
  computed: ComputedColumn[];
  /** What may as well mean something else. */
  doubts: Doubt[];
}

/** A column of which this share are EANs holds EANs, under any header. */
const EAN_SHARE = 0.8;
const BY_CONTENT = 1000;
/** Of what is sold in variants, so few EANs say nothing: the rest would wait for one. */
const FEW_EANS = 0.1;

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
  if (!hasHeader) candidates.push(...headlessAmong(columns));
  const said = saidLanguage(columns, enabledLanguages);
  const known = withoutVainIdentities(withoutEchoes(withoutBlankEans(candidates, columns), columns), columns);
  const { candidates: possible, doubts } = withoutFewEans(withoutBlankRivals(known, columns), columns);
  const found = bestOf(possible, said || pivotLanguage, (candidate) => isFurtherImage(candidate, columns));
  completeMapping(found, columns, feed);
  takeOnlyPrice(found, columns);
  const ofNames = codesOfNames(found, columns);
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
    computed: ofNames.computed,
    doubts: [
      ...doubts,
      ...ofNames.doubts,
      ...findDoubts({ found, candidates: possible, columns, enabledLanguages }),
      ...findUnfit({
        found,
        named: feed ? [] : columns.flatMap(({ name }) => namedBy(name, enabledLanguages, { arePaths })),
        columns,
      }).filter(({ column }) => !doubts.some((doubt) => doubt.column === column)),
    ],
  };
}

/** Without EAN columns that are blank throughout or nearly, where the layout of the file distinguishes its products. */
function withoutBlankEans(candidates: Candidate[], columns: readonly ColumnFacts[]): Candidate[] {
  const names = columns.map(({ name }) => name);
  if (!findLayout(names, { sku: undefined, options: [] })?.isBlock) return candidates;
  const sold = Math.max(0, ...columns.map(({ name, sampled }) => (isPriced(candidates, name) ? sampled : 0)));
  const blank = new Set(columns.flatMap(({ name, sampled }) => (sampled <= sold * FEW_EANS ? [name] : [])));
  return candidates.filter(({ target, column }) => target !== "ean" || !blank.has(column));
}

const isPriced = (candidates: readonly Candidate[], name: string): boolean =>
  candidates.some(({ column, target }) => column === name && target === "price");

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
  const candidates = namedBy(facts.name, enabledLanguages, { arePaths });
  const byValues = { column: facts.name, language: "", basis: "values" } as const;
  if (facts.eanShare >= EAN_SHARE) {
    const byHeader = candidates.filter(({ target }) => target === "ean").map(({ score }) => score);
    candidates.push({ ...byValues, target: "ean", score: BY_CONTENT + Math.max(0, ...byHeader) });
  }
  if (holdsImages(facts)) candidates.push({ ...byValues, target: "image_urls", score: BY_IMAGES });
  return candidates.filter((each) => fits(each, facts) && !isVainPrice(each, facts));
}

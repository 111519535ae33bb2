import type { Flag } from "../enrichment/metadata.ts";
import { isOtherLanguage } from "../provider/detect-language.ts";

/** What a brand, term or unit that was not kept costs besides. */
const TERM_FAULT = 25;
const UNIT_FAULT = 25;
const SEO_TITLE_MAX = 60;
const SEO_META_MAX = 160;
/** Fewer words may well be the same in both languages. */
const SAME_WORDS_MIN = 3;

/** What a translation keeps as it is: tags and variables. */
export const MARKS = /<\/?[a-z][^<>]*>|\{\{[^{}]*\}\}|\{[\w.]+\}|%(?:\d\$)?[sd]/gi;
const WITH_DIGITS = /[\p{L}\p{N}.,/-]*\p{N}[\p{L}\p{N}.,/-]*/gu;

/** A number reads the same with a comma or a point, and at the end of a sentence. */
const token = (text: string) =>
  text
    .replaceAll(",", ".")
    .replace(/[.\-/]+$/, "")
    .toLowerCase();
const tokensOf = (text: string) => (text.match(WITH_DIGITS) ?? []).map(token);
/** A mark as it is compared: of a tag its name. */
export const tagName = (mark: string) => mark.replace(/^(<\/?[a-z0-9]+)[\s\S]*$/i, "$1").toLowerCase();
const marksOf = (text: string) => (text.match(MARKS) ?? []).map(tagName);

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The share of two multisets in which they differ. */
function difference(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [countsOf(one), countsOf(other)];
  let differing = 0;
  for (const value of new Set([...first.keys(), ...second.keys()])) {
    differing += Math.abs((first.get(value) ?? 0) - (second.get(value) ?? 0));
  }
  const all = one.length + other.length;
  return all === 0 ? 0 : Math.min(1, differing / all);
}

function lengthFault(pivot: string, variant: string): number {
  const ratio = variant.length / Math.max(1, pivot.length);
  return ratio >= 0.5 && ratio <= 2 ? 0 : Math.min(1, Math.abs(Math.log2(ratio)) - 1);
}

/** How far a translation can be trusted, 0 to 100: length, numbers, marks, language. Source: decision S34.15. */
export async function qualityScore(
  pivot: string,
  variant: string,
  { field, language, faults = [] }: { field: string; language: string; faults?: readonly Flag[] },
): Promise<number> {
  if (variant.trim() === "") return 0;
  const wanted = tokensOf(pivot);
  const have = new Set(tokensOf(variant));
  const lost = wanted.length === 0 ? 0 : wanted.filter((each) => !have.has(each)).length / wanted.length;
  const isSame = variant.trim() === pivot.trim() && (pivot.match(/\S+/g)?.length ?? 0) > SAME_WORDS_MIN;
  const isUntranslated = isSame || (await isOtherLanguage(variant, language));
  const score =
    100 -
    25 * lengthFault(pivot, variant) -
    25 * lost -
    20 * difference(marksOf(pivot), marksOf(variant)) -
    (isUntranslated ? 30 : 0) -
    (faults.some(({ kind }) => kind === "term") ? TERM_FAULT : 0) -
    (faults.some(({ kind }) => kind === "unit") ? UNIT_FAULT : 0);
  const isLong =
    (field === "seo_title" && variant.length > SEO_TITLE_MAX) ||
    (field === "seo_meta_description" && variant.length > SEO_META_MAX);
  return Math.max(0, Math.round(score) - (isLong ? 5 : 0));
}

/**
 * How good a hit is, best first. A word of the query is whole or begun (the last one may be a beginning of the word that is
 * there; one in another number or spelling, or that the title has in two, counts as begun), and is found in the title, else
 * the brand, the category or the other texts; the worst of its words decides on a hit. A title that has the words in their
 * order, one right after the other, comes before titles where they are scattered; before it one that begins so, and one
 * that is nothing else. Of the others one that begins with the first word comes first. Source: decisions S20.7.
 */
export const TIERS = [
  "code",
  "same",
  "start",
  "phrase",
  "start_begun",
  "phrase_begun",
  "head",
  "head_begun",
  "title",
  "title_begun",
  "brand",
  "brand_begun",
  "category",
  "category_begun",
  "text",
  "text_begun",
  /** One word is misspelt. */
  "typo",
  /** Several are. */
  "typos",
] as const;
export type Tier = (typeof TIERS)[number];

/** No two alike: a score shows its tier. */
export const SCORES: Record<Tier, number> = {
  code: 1,
  same: 0.98,
  start: 0.95,
  phrase: 0.92,
  start_begun: 0.9,
  phrase_begun: 0.87,
  head: 0.84,
  head_begun: 0.82,
  title: 0.8,
  title_begun: 0.77,
  brand: 0.7,
  brand_begun: 0.67,
  category: 0.6,
  category_begun: 0.57,
  text: 0.5,
  text_begun: 0.47,
  typo: 0.3,
  typos: 0.2,
};

/** The place of a tier among all. */
export const placeOfTier = (tier: Tier): number => TIERS.indexOf(tier);

const TITLE = placeOfTier("title");
const TYPO = placeOfTier("typo");
const TYPOS = placeOfTier("typos");

/** How good a hit is for two words, by the places of the tiers of each: never one of those that words in order give. */
export function placeOfBoth(one: number, other: number): number {
  if (one >= TYPO || other >= TYPO) return one >= TYPO && other >= TYPO ? TYPOS : Math.max(one, other);
  // From the title on whole and begun take turns.
  const field = Math.max((one - TITLE) >> 1, (other - TITLE) >> 1);
  return TITLE + 2 * field + (((one - TITLE) | (other - TITLE)) & 1);
}

import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { shareOf } from "../evidence.ts";

/** Longer ones are no colours and no sizes. */
const TRAIT_LENGTH_MAX = 40;
const TRAITS: ReadonlySet<string> = new Set(["color", "size", "unit_of_measure", "brand"]);
/** Fields that few products share the value of, at the least. */
const SHARED: ReadonlySet<string> = new Set(["brand", "category", "unit_of_measure", "country_of_origin"]);
/** From here on it is odd that most products differ. */
const MANY = 10;
const MOST_DISTINCT = 0.6;
/** Headers that also speak of where something is sold or stored. */
const ANY_COUNTRY = /^(?:country|pays|land|pais|paese|kraj|país)$/i;
/** Names are shorter, descriptions longer. */
const NAME_LENGTH_MAX = 140;
const DESCRIPTION_LENGTH_MIN = 20;
/** Values that would be words of people, but are written as programs do. */
const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/;
const CODE = /^(?=.*\d)[\p{Lu}\d._/-]+$/u;
const FIGURE = /^[\d.,\s]+$/;
const SHARE = 0.5;
/** No tax is higher in Europe. */
const RATE_MAX = 27;
const RATES_MAX = 8;

/** How long the values are, at the middle. */
export function middleLength({ values }: Pick<ColumnFacts, "values">): number {
  const lengths = values.map((value) => value.length).sort((one, other) => one - other);
  return lengths[lengths.length >> 1] ?? 0;
}

const isMostly = (pattern: RegExp) => (facts: ColumnFacts) =>
  shareOf(facts.values, (value) => pattern.test(value)) > SHARE;

/** What the values of fields seldom are, by field. */
const ODD: Readonly<Record<string, (facts: ColumnFacts) => boolean>> = {
  name: (facts) => middleLength(facts) > NAME_LENGTH_MAX || isMostly(CODE)(facts),
  description: (facts) =>
    facts.sampled >= MANY && (middleLength(facts) < DESCRIPTION_LENGTH_MIN || facts.distinct < facts.sampled * 0.1),
  category: isMostly(SLUG),
  brand: (facts) => isMostly(SLUG)(facts) || isMostly(CODE)(facts),
  color: isMostly(FIGURE),
  material: isMostly(FIGURE),
  unit_of_measure: isMostly(FIGURE),
  mpn: isMostly(/\s\S+\s/),
  // The same price for all, or figures that say whether something is there.
  price: ({ sampled, distinct }) => sampled >= MANY && distinct === 1,
  cost_price: ({ sampled, distinct }) => sampled >= MANY && distinct === 1,
  weight: ({ sampled, distinct }) => sampled >= MANY && distinct === 1,
  stock: ({ values, sampled, distinct }) =>
    sampled >= MANY && distinct === 2 && values.every((value) => /^(?:0|1|true|false)$/i.test(value)),
  tax_rate: ({ values, distinct }) =>
    distinct > RATES_MAX || shareOf(values, (value) => Number.parseFloat(value.replace(",", ".")) > RATE_MAX) > 0.02,
};

/** Whether values are seldom those of a field although its header says so. */
export function isUnlike(facts: ColumnFacts, target: string): boolean {
  const { name, values, sampled, distinct } = facts;
  const long = values.filter((value) => value.length > TRAIT_LENGTH_MAX).length;
  if (TRAITS.has(target) && long * 2 > values.length) return true;
  if (SHARED.has(target) && sampled >= MANY && distinct > sampled * MOST_DISTINCT) return true;
  if (ODD[target]?.(facts) === true) return true;
  const own = name.split(/[.:]/).at(-1) ?? name;
  return target === "country_of_origin" && distinct === 1 && ANY_COUNTRY.test(own);
}

import type { ColumnFacts } from "../../parse/column-facts.ts";

/** Longer ones are no colours and no sizes. */
const TRAIT_LENGTH_MAX = 40;
const TRAITS: ReadonlySet<string> = new Set(["color", "size", "unit_of_measure", "brand"]);
/** Fields that few products share the value of, at the least. */
const SHARED: ReadonlySet<string> = new Set(["brand", "category", "unit_of_measure", "country_of_origin"]);
/** From here on it is odd that all products differ. */
const MANY = 30;
/** Headers that also speak of where something is sold or stored. */
const ANY_COUNTRY = /^(?:country|pays|land|pais|paese|kraj|país)$/i;

/** Whether values are seldom those of a field although its header says so. */
export function isUnlike({ name, values, sampled, distinct }: ColumnFacts, target: string): boolean {
  const long = values.filter((value) => value.length > TRAIT_LENGTH_MAX).length;
  if (TRAITS.has(target) && long * 2 > values.length) return true;
  if (SHARED.has(target) && sampled >= MANY && distinct > sampled * 0.95) return true;
  return target === "country_of_origin" && distinct === 1 && ANY_COUNTRY.test(name);
}

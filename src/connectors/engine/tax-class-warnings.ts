import type { Connector } from "../../../db/connectors/connectors.ts";
import { type PlatformPrices, priceTermsOf, type TaxClass } from "./price-terms.ts";
import type { ShopFacts } from "./shop/shop-facts.ts";

/** A rate as names of tax rules have it: `FR 5.5%`, `TVA (5,5 %)`. */
const RATE = /(\d+(?:[.,]\d+)?)\s*%/g;

const ratesIn = (name: string) => [...name.matchAll(RATE)].map(([, rate = ""]) => Number(rate.replace(",", ".")));

/** Why a class does not fit what the shop has; `undefined`: nothing says so. */
function misfit({ rate, tax_class: id }: TaxClass, taxes: NonNullable<ShopFacts["choices"]["taxes"]>) {
  const choice = taxes.find((each) => each.id === id);
  if (!choice) {
    const those = taxes.map((each) => `${each.id} ${each.name}`).join(", ");
    return `The shop has no tax class ${id} (it has ${those}): set sync_options.tax_classes`;
  }
  const named = ratesIn(choice.name);
  if (named.length === 0 || named.includes(rate)) return undefined;
  return `The tax class ${id} of the shop is called ${choice.name}, and products of ${rate} % get it: set sync_options.tax_classes to another one, else people pay another price there`;
}

/** Which of a connector's tax classes the shop does not have, or names with another rate. */
export function taxClassWarnings(
  connector: Pick<Connector, "syncOptions">,
  platform: { prices?: PlatformPrices },
  { choices: { taxes = [] } }: Pick<ShopFacts, "choices">,
): string[] {
  if (taxes.length === 0) return [];
  return priceTermsOf(connector, platform).classes.flatMap((each) => misfit(each, taxes) ?? []);
}

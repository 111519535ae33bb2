import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { grossCents, type Taxed } from "../../../prices/tax/tax-model.ts";
import { type PriceTerms, taxOf, withoutTax, withTax } from "../price-terms.ts";

/** What platforms round a price to, in cents. */
const ROUNDED = 0.5;

/** A product as far as its price is concerned. */
interface Priced extends Taxed {
  priceCents: number | null;
}

/** A reported price without tax, as products' own prices are kept then. */
function netPriceOf(reported: number, terms: PriceTerms, product: Priced): number | undefined {
  if (terms.tax === "excluded") return Math.round(reported);
  const { taxRate } = taxOf(terms, product);
  if (taxRate === null) return undefined;
  const { priceCents } = product;
  const isOurs = priceCents !== null && Math.abs(grossCents(priceCents, taxRate) - reported) <= ROUNDED;
  return isOurs ? priceCents : Math.round(withoutTax(reported, taxRate));
}

/**
 * What a price that a platform reported is here: with tax or without, as the products' own prices are, in whole cents.
 * `undefined`: it cannot be said, as it is in another currency, the tax rate is not known, or whether it contains tax is undecided.
 * One that is ours as the platform keeps it is ours.
 */
export function ownPriceOf(reported: number | undefined, terms: PriceTerms, product: Priced): number | undefined {
  if (reported === undefined || terms.undecided || (terms.currency ?? BASE_CURRENCY) !== BASE_CURRENCY)
    return undefined;
  if (terms.model?.pricesIncludeTax === false) return netPriceOf(reported, terms, product);
  if (terms.tax !== "excluded") return Math.round(reported);
  const { taxRate } = taxOf(terms, product);
  if (taxRate === null) return undefined;
  const { priceCents } = product;
  const isOurs = priceCents !== null && Math.abs(withoutTax(priceCents, taxRate) - reported) <= ROUNDED;
  return isOurs ? priceCents : Math.round(withTax(reported, taxRate));
}

import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import { type PriceTerms, withoutTax, withTax } from "./price-terms.ts";

/** What platforms round a price to, in cents. */
const ROUNDED = 0.5;

/**
 * What a price that a platform reported is here: with tax, in whole cents. `undefined`: it cannot be said, as it is in another
 * currency, the tax rate is not known, or prices are kept without tax here. One that is ours as the platform keeps it is ours.
 */
export function ownPriceOf(
  reported: number | undefined,
  terms: PriceTerms,
  { taxRate, priceCents }: { taxRate: number | null; priceCents: number | null },
): number | undefined {
  if (reported === undefined || terms.isNetCatalog || (terms.currency ?? BASE_CURRENCY) !== BASE_CURRENCY)
    return undefined;
  if (terms.tax !== "excluded") return Math.round(reported);
  const rate = taxRate ?? terms.rate;
  if (rate === null) return undefined;
  const isOurs = priceCents !== null && Math.abs(withoutTax(priceCents, rate) - reported) <= ROUNDED;
  return isOurs ? priceCents : Math.round(withTax(reported, rate));
}

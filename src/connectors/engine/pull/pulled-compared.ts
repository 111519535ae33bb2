import type { PriceTerms } from "../price-terms.ts";
import { ownPriceOf } from "./pulled-prices.ts";
import type { PulledProduct } from "./pulled-product.ts";

/** What is known here of a price, and what a platform reported of it. */
interface Compared {
  /** What it costs once what the platform reported is taken. */
  priceCents: number | null;
  /** Whether that is another price than before. */
  isOtherPrice: boolean;
  compareAtPriceCents: number | null;
  taxed: { taxRate: number | null; taxClass: string | null };
}

/**
 * What a price is compared with once what a platform reported is taken: with tax or without, as the products' own prices are.
 * `undefined`: as before. One that the platform does not reduce stays compared here until its price is another one there:
 * it may not have been sent.
 */
export function comparedWith(
  {
    priceCents: reportedPrice,
    compareAtPriceCents: reported,
    isLowestPrice,
  }: Pick<PulledProduct, "priceCents" | "compareAtPriceCents" | "isLowestPrice">,
  terms: PriceTerms,
  { priceCents, isOtherPrice, compareAtPriceCents: own, taxed }: Compared,
): number | null | undefined {
  if (reported === undefined || reportedPrice === undefined || isLowestPrice) return undefined;
  if (reported === null || reported <= reportedPrice) {
    const wouldReduce = isOtherPrice && own !== null && priceCents !== null && own > priceCents;
    return wouldReduce ? null : undefined;
  }
  const cents = ownPriceOf(reported, terms, { ...taxed, priceCents: own });
  return cents === own ? undefined : cents;
}

import { type Fraction, shareOf } from "../pricing/applying/exact-amount.ts";
import { leastOf } from "../pricing/currency-decimals.ts";
import { centsInTerms, type ListTax, type Taxed, type TaxModel, taxWithin, termsOfPrice } from "./tax-model.ts";

export const TAX_WISHES = ["included", "excluded"] as const;
/** Whether a price is wanted with tax or without. */
export type TaxWish = (typeof TAX_WISHES)[number];

/** A price as it is stored, with what its list says of tax. */
interface StoredPrice extends ListTax {
  priceCents: number | null;
  compareAtPriceCents: number | null;
  currency: string;
}

/** How a price is wanted. */
interface PriceWanted {
  /** `null`: tax is left out of account. */
  model: TaxModel | null;
  /** Absent: as it is stored. */
  wish: TaxWish | undefined;
  /** Another currency, and its stored units for one of the price's; absent: its own. */
  into?: { currency: string; exchange: Fraction } | undefined;
}

/**
 * A price with tax, or without, in its currency or another, rounded once to the decimals of that. The tax is that of its list's
 * country. `undefined`: the rate that this needs is not known.
 */
export function priceInTax<P extends StoredPrice>(
  price: P,
  product: Taxed,
  { model, wish, into }: PriceWanted,
): P | undefined {
  const currency = into?.currency ?? price.currency;
  const least = leastOf(currency);
  const as = (convert: (cents: number) => number, more: Partial<StoredPrice>): P => {
    const orNull = (cents: number | null) => (cents === null ? null : convert(cents));
    const [priceCents, compareAtPriceCents] = [orNull(price.priceCents), orNull(price.compareAtPriceCents)];
    return { ...price, ...more, currency, priceCents, compareAtPriceCents };
  };
  const from = model && termsOfPrice(model, price);
  const to = from && wish && { ...from, includesTax: wish === "included" };
  if (!model || !to || from.includesTax === to.includesTax) {
    return into ? as((cents) => shareOf(cents, into.exchange, { least }), {}) : price;
  }
  if (taxWithin(model, product, from) === null || taxWithin(model, product, to) === null) return undefined;
  const terms = { model, product, from, to, exchange: into?.exchange, least };
  return as((cents) => centsInTerms(cents, terms) ?? cents, { pricesIncludeTax: to.includesTax });
}

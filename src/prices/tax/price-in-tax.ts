import { roundedIn } from "../pricing/currency-decimals.ts";
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

/**
 * A price with tax, or without, to the decimals of its currency. The tax is that of its list's country. `undefined`: the rate
 * that this needs is not known.
 */
export function priceInTax<P extends StoredPrice>(
  price: P,
  product: Taxed,
  { model, wish }: { model: TaxModel; wish: TaxWish },
): P | undefined {
  const from = termsOfPrice(model, price);
  const to = { ...from, includesTax: wish === "included" };
  if (from.includesTax === to.includesTax) return price;
  if (taxWithin(model, product, from) === null || taxWithin(model, product, to) === null) return undefined;
  const inTerms = (cents: number | null) =>
    cents === null ? null : roundedIn(price.currency, centsInTerms(cents, { model, product, from, to }) ?? cents);
  return {
    ...price,
    priceCents: inTerms(price.priceCents),
    compareAtPriceCents: inTerms(price.compareAtPriceCents),
    pricesIncludeTax: to.includesTax,
  };
}

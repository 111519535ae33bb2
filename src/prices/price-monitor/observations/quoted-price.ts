import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { ExchangeRates } from "../../exchange-rates/rates.ts";
import { convertCents, hasRate, rateBetween } from "../../pricing/applying/price-in-currency.ts";

/** What a competitor quotes in another currency than the base currency; all `null` for a price in that. */
export interface QuotedPrice {
  /** In stored units of `quotedCurrency`, see `unitsOf`. */
  quotedCents: number | null;
  /** ISO 4217. */
  quotedCurrency: string | null;
  /** Units of `quotedCurrency` for one unit of the base currency, when it was converted. */
  exchangeRate: number | null;
}

export const NOT_QUOTED: QuotedPrice = { quotedCents: null, quotedCurrency: null, exchangeRate: null };

/** Amounts of an offer, in stored units of its currency. */
interface Amounts {
  priceCents: number;
  originalCents: number | null;
  shippingCents: number | null;
}

export type AmountsInBase = Amounts & QuotedPrice;

/** As much as a price can be that is sent in the base currency. */
const CENTS_MAX = 1e12;

/**
 * An offer's amounts in the base currency, and what they were converted from; `undefined`: there is no rate for its currency, or
 * by that it is no price that anything could be compared with.
 */
export function amountsInBase(
  { priceCents, originalCents, shippingCents }: Amounts,
  currency: string,
  rates: ExchangeRates,
): AmountsInBase | undefined {
  if (currency === BASE_CURRENCY) return { priceCents, originalCents, shippingCents, ...NOT_QUOTED };
  const into = { to: BASE_CURRENCY, rates };
  if (!hasRate(rates, currency)) return undefined;
  const [cents, original, shipping] = [priceCents, originalCents, shippingCents].map((each) =>
    convertCents(each, currency, into),
  );
  if (!cents || Math.max(cents, original ?? 0, shipping ?? 0) > CENTS_MAX) return undefined;
  return {
    priceCents: cents,
    originalCents: original ?? null,
    shippingCents: shipping ?? null,
    quotedCents: priceCents,
    quotedCurrency: currency,
    exchangeRate: rateBetween(rates, BASE_CURRENCY, currency),
  };
}

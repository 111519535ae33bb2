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

/** An offer's amounts in the base currency, and what they were converted from; `undefined`: there is no rate for its currency. */
export function amountsInBase(
  { priceCents, originalCents, shippingCents }: Amounts,
  currency: string,
  rates: ExchangeRates,
): AmountsInBase | undefined {
  if (currency === BASE_CURRENCY) return { priceCents, originalCents, shippingCents, ...NOT_QUOTED };
  const into = { to: BASE_CURRENCY, rates };
  const cents = hasRate(rates, currency) ? convertCents(priceCents, currency, into) : null;
  // Less than half a cent is no price that anything could be compared with.
  if (cents === null || cents <= 0) return undefined;
  return {
    priceCents: cents,
    originalCents: convertCents(originalCents, currency, into),
    shippingCents: convertCents(shippingCents, currency, into),
    quotedCents: priceCents,
    quotedCurrency: currency,
    exchangeRate: rateBetween(rates, BASE_CURRENCY, currency),
  };
}

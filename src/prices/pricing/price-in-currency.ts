import type { OfferedPrice } from "../../../db/pricing/price-lists.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";
import type { ExchangeRates } from "../exchange-rates/rates.ts";
import { type ApplyingPrice, applyingPrice, type Purchase } from "./applying-price.ts";
import { decimalsOf } from "./currency-decimals.ts";

/** Whether the tenant's rates convert between this currency and the base currency. */
export const hasRate = (rates: ExchangeRates, currency: string): boolean =>
  currency === BASE_CURRENCY || rates[currency] !== undefined;

/** What one unit of the base currency is worth in another. Callers have refused a currency without a rate. */
const rateOf = (rates: ExchangeRates, currency: string) => (currency === BASE_CURRENCY ? 1 : (rates[currency] ?? 1));

/** How many units of `to` one unit of `from` is worth. */
export const rateBetween = (rates: ExchangeRates, from: string, to: string): number =>
  rateOf(rates, to) / rateOf(rates, from);

/** An amount in another currency, rounded to the decimals of that; in whole hundredths. */
export function convertCents(
  cents: number | null,
  from: string,
  { to, rates }: { to: string; rates: ExchangeRates },
): number | null {
  if (cents === null || from === to) return cents;
  const step = 10 ** (2 - decimalsOf(to));
  return Math.round((cents / rateOf(rates, from)) * (rateOf(rates, to) / step)) * step;
}

/**
 * The price that applies where it is wanted in one currency: by the one rule, of the lists in that currency first, then of
 * those in the base currency, which the caller converts. Lists in a third currency never apply.
 */
export function applyingPriceIn(
  currency: string,
  offers: readonly OfferedPrice[],
  purchase: Purchase,
  ownPriceCents: number | null,
): ApplyingPrice {
  const listsIn = (wanted: string) => offers.filter((offer) => offer.currency === wanted);
  const native = applyingPrice(listsIn(currency), purchase, ownPriceCents);
  if (native.priceListId !== null || currency === BASE_CURRENCY) return native;
  return applyingPrice(listsIn(BASE_CURRENCY), purchase, ownPriceCents);
}

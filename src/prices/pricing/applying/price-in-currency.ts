import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { ExchangeRates } from "../../exchange-rates/rates.ts";
import { leastOf, unitsOf } from "../currency-decimals.ts";
import { type ApplyingPrice, applyingPrice, type Purchase } from "./applying-price.ts";
import { type Fraction, fractionOf, shareOf } from "./exact-amount.ts";

/** Whether the tenant's rates convert between this currency and the base currency. */
export const hasRate = (rates: ExchangeRates, currency: string): boolean =>
  currency === BASE_CURRENCY || rates[currency] !== undefined;

/** What one unit of the base currency is worth in another. Callers have refused a currency without a rate. */
const rateOf = (rates: ExchangeRates, currency: string) => (currency === BASE_CURRENCY ? 1 : (rates[currency] ?? 1));

/** How many units of `to` one unit of `from` is worth. */
export const rateBetween = (rates: ExchangeRates, from: string, to: string): number =>
  rateOf(rates, to) / rateOf(rates, from);

/**
 * How many stored units of `to` one of `from` is worth, by what one unit of the base currency is worth in both; 1 of that
 * itself.
 */
function exchangeOf(from: { currency: string; rate: number }, to: { currency: string; rate: number }): Fraction {
  const [taken, given] = [fractionOf(from.rate), fractionOf(to.rate)];
  return {
    numerator: given.numerator * taken.denominator * BigInt(unitsOf(to.currency)),
    denominator: given.denominator * taken.numerator * BigInt(unitsOf(from.currency)),
  };
}

/** The same from the base currency. */
export const exchangeInto = (currency: string, rate: number): Fraction =>
  exchangeOf({ currency: BASE_CURRENCY, rate: 1 }, { currency, rate });

/** Into which currency amounts are converted, by which rates. */
interface Wanted {
  to: string;
  rates: ExchangeRates;
}

/**
 * How many stored units of a currency one of any other is worth; `undefined` of itself. What rates come to is worked out once.
 */
export function exchangesInto({ to, rates }: Wanted): (from: string) => Fraction | undefined {
  const exchanges = new Map<string, Fraction>();
  return (from) => {
    if (from === to) return undefined;
    const known = exchanges.get(from);
    const rate = { from: rateOf(rates, from), to: rateOf(rates, to) };
    const exchange = known ?? exchangeOf({ currency: from, rate: rate.from }, { currency: to, rate: rate.to });
    if (!known) exchanges.set(from, exchange);
    return exchange;
  };
}

/** An amount in another currency, rounded half up to the decimals of that; both in stored units, see `unitsOf`. */
export function convertCents(cents: number | null, from: string, into: Wanted): number | null {
  const exchange = exchangesInto(into)(from);
  return cents === null || !exchange ? cents : shareOf(cents, exchange, { least: leastOf(into.to) });
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

import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { ExchangeRates } from "../../../prices/exchange-rates/rates.ts";
import { convertCents, hasRate } from "../../../prices/pricing/applying/price-in-currency.ts";
import { leastOf, unitsOf } from "../../../prices/pricing/currency-decimals.ts";
import { scaledNumber } from "./cell-values.ts";

/** Where prices in other currencies go: converted by the tenant's rates, or into a price list of their currency. */
export type ForeignPrices = { rates: ExchangeRates } | { lists: Readonly<Record<string, string>> };

/** Notes why the amount is left out. */
type LeaveOut = (
  errorType: "invalid_value" | "invalid_number",
  messageKey: "foreign_currency" | "no_rate" | "no_price_list" | "not_whole",
  params: Record<string, string>,
  severity: "warning",
) => undefined;

/** An amount for a price list. */
export class ListAmount {
  readonly priceListId: string;
  /** Of the list's currency. */
  readonly thousandths: number;

  constructor(priceListId: string, thousandths: number) {
    this.priceListId = priceListId;
    this.thousandths = thousandths;
  }
}

/** What becomes of amounts of a field: price lists have what products sell for. */
export const foreignOf = (field: string, foreign: ForeignPrices | undefined): ForeignPrices | undefined =>
  foreign && "lists" in foreign && field !== "price" && field !== "compare_at_price" ? undefined : foreign;

/** What is stored of an amount in another currency, of the base currency in cents; never the bare number. */
export function foreignAmount(
  amount: number,
  currency: string,
  { foreign, fail }: { foreign: ForeignPrices | undefined; fail: LeaveOut },
): number | ListAmount | undefined {
  const leave = (key: Parameters<LeaveOut>[1]) =>
    fail("invalid_value", key, { currency, base: BASE_CURRENCY }, "warning");
  if (!foreign) return leave("foreign_currency");
  // Rounded half up to what is stored of its currency, as every amount of a cell is.
  const stored = scaledNumber(amount, Math.log10(unitsOf(currency))) ?? 0;
  if ("rates" in foreign) {
    if (!hasRate(foreign.rates, currency)) return leave("no_rate");
    return convertCents(stored, currency, { to: BASE_CURRENCY, rates: foreign.rates }) ?? undefined;
  }
  const list = foreign.lists[currency];
  if (list === undefined) return leave("no_price_list");
  if (stored % leastOf(currency) !== 0) return fail("invalid_number", "not_whole", {}, "warning");
  return new ListAmount(list, (stored * 1000) / unitsOf(currency));
}

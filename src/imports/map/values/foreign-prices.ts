import { BASE_CURRENCY } from "../../../kit/base-currency.ts";
import type { ExchangeRates } from "../../../prices/exchange-rates/rates.ts";
import { problemsOfAmounts } from "../../../prices/pricing/currency-decimals.ts";
import { convertCents, hasRate } from "../../../prices/pricing/price-in-currency.ts";
import type { Fail } from "./converters.ts";

/** Where prices in other currencies go: converted by the tenant's rates, or into a price list of their currency. */
export type ForeignPrices = { rates: ExchangeRates } | { lists: Readonly<Record<string, string>> };

/** An amount for a price list. */
export class ListAmount {
  readonly priceListId: string;
  readonly cents: number;

  constructor(priceListId: string, cents: number) {
    this.priceListId = priceListId;
    this.cents = cents;
  }
}

/** What is stored of an amount in another currency, in cents; never the bare number. */
export function foreignAmount(
  cents: number,
  currency: string,
  { foreign, fail }: { foreign: ForeignPrices | undefined; fail: Fail },
): number | ListAmount | undefined {
  const leave = (key: "foreign_currency" | "no_rate" | "no_price_list") =>
    fail("invalid_value", key, { currency, base: BASE_CURRENCY }, "warning");
  if (!foreign) return leave("foreign_currency");
  if ("rates" in foreign) {
    if (!hasRate(foreign.rates, currency)) return leave("no_rate");
    return convertCents(cents, currency, { to: BASE_CURRENCY, rates: foreign.rates }) ?? undefined;
  }
  const list = foreign.lists[currency];
  if (list === undefined) return leave("no_price_list");
  if (problemsOfAmounts(currency, { cents }).length > 0) return fail("invalid_number", "not_whole", {}, "warning");
  return new ListAmount(list, cents);
}

import type { Reader } from "../../db/ports.ts";
import { findSetting } from "../../db/settings/settings.ts";

/** How many units of a currency one unit of the base currency is worth, by ISO 4217 code. */
export type ExchangeRates = Record<string, number>;

export const RATES_SETTING = "exchange-rates";

export const findExchangeRates = async (db: Reader): Promise<ExchangeRates> =>
  // Only `setExchangeRates` writes it.
  ((await findSetting(db, RATES_SETTING)) as ExchangeRates | undefined) ?? {};

/** Differs whenever the rates do. */
export const ratesVersion = (rates: ExchangeRates): string =>
  Object.entries(rates)
    .map(([currency, rate]) => `${currency}${rate}`)
    .toSorted()
    .join("-") || "none";

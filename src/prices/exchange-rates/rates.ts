import { findRateDay, type RateDay } from "../../../db/exchange-rates/rate-days.ts";
import type { Reader } from "../../../db/ports.ts";
import { versionOf } from "../../http/output/etag.ts";

/** How many units of a currency one unit of the base currency is worth, by ISO 4217 code. */
export type ExchangeRates = RateDay["rates"];

const DAY = "2026-11-27".length;

/** The day of a moment, UTC. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, DAY);

/** The rates that hold at a moment, by default now: those of the latest day that has some. None are of a day to come. */
export const findExchangeRates = async (db: Reader, atMs?: number): Promise<ExchangeRates> =>
  (await findRateDay(db, atMs === undefined ? null : dayOf(atMs)))?.rates ?? {};

/** Differs whenever the rates do. */
export const ratesVersion = (rates: ExchangeRates): string => versionOf(Object.entries(rates).toSorted());

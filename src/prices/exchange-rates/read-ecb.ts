import { Parser } from "htmlparser2";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import type { RatesOfDay } from "./set-rates.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * The days of a document in the format of the European Central Bank, the newest first: `<Cube time="2026-11-27"><Cube
 * currency="USD" rate="1.0842"/>…`. Nothing of another document; `undefined`: its rates are not those of the base currency.
 * Source: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates (eurofxref-daily.xml, -hist-90d.xml).
 */
export function readEcb(text: string): RatesOfDay[] | undefined {
  const byDay = new Map<string, Record<string, number>>();
  let rates: Record<string, number> | undefined;
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        if (name !== "Cube") return;
        if (time !== undefined && DAY.test(time) && !Number.isNaN(Date.parse(time))) {
          rates = byDay.get(time) ?? {};
          byDay.set(time, rates);
        }
        const value = Number(rate);
        if (rates && currency !== undefined && CURRENCY.test(currency) && value > 0 && Number.isFinite(value)) {
          rates[currency] = value;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  // Rates of a document that says what a euro is worth are those of another currency.
  if ([...byDay.values()].some((each) => (each[BASE_CURRENCY] ?? 1) !== 1)) return undefined;
  return [...byDay]
    .filter(([, each]) => Object.keys(each).length > 0)
    .map(([day, each]) => ({ day, rates: each }))
    .toSorted((one, other) => (one.day < other.day ? 1 : -1));
}

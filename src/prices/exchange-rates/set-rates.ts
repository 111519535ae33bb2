import { findRateDay, type RateDay, rateDayRows } from "../../../db/exchange-rates/rate-days.ts";
import { mutation } from "../../../db/ports.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { type FieldProblem, invalidBody, required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import { dayOf, type ExchangeRates, ratesVersion } from "./rates.ts";

/** What the audit log calls the rates. */
export const RATES_RESOURCE = "exchange-rates";

/** The rates of one day. */
export type RatesOfDay = Pick<RateDay, "day" | "rates">;

/** What is wrong with rates: one unit of the base currency is one unit of it. */
export const rateProblems = (rates: ExchangeRates, field: string): FieldProblem[] => {
  const params = { currency: BASE_CURRENCY };
  if ((rates[BASE_CURRENCY] ?? 1) === 1) return [];
  return [{ field: `${field}.${BASE_CURRENCY}`, type: "invalid_value", key: "rates.base_rate", params }];
};

/** What is wrong with a day: rates of a day to come would be those of now. */
const dayProblems = (day: string, today: string, field: string): FieldProblem[] =>
  day > today ? [{ field, type: "out_of_range", key: "rates.future", params: { limit: today } }] : [];

interface RatesChange extends RatesOfDay {
  /** The versions of the rates in force that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Sets all rates from a day on; the former ones of that day are deleted. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setExchangeRates = mutation(
  "exchange-rates.set",
  async (tx, { day, rates, expected }: RatesChange, context): Promise<RateDay> => {
    const before = await findRateDay(tx, day);
    requireVersion(expected, ratesVersion(before?.rates ?? {}));
    const problems = [...dayProblems(day, dayOf(context.now()), "date"), ...rateProblems(rates, "rates")];
    if (problems.length > 0) throw invalidBody(problems);
    if (before?.day === day && before.source === "entered" && ratesVersion(rates) === ratesVersion(before.rates)) {
      return before;
    }
    const set: RateDay = { day, rates, source: "entered", updatedAtMs: context.now() };
    await rateDayRows.saveAll(tx, [set]);
    await noteAudit(tx, context, "setting.changed", RATES_RESOURCE, { date: day, rates });
    return set;
  },
);

/** How many days have rates now, the first and the last of them. */
interface AddedDays {
  days: number;
  from: string;
  to: string;
}

/** Sets the rates of many days; of those that are there already all rates are replaced. Throws VALIDATION_FAILED. */
export const addRateDays = mutation(
  "exchange-rates.add-days",
  async (tx, { days }: { days: RatesOfDay[] }, context): Promise<AddedDays> => {
    const updatedAtMs = context.now();
    const today = dayOf(updatedAtMs);
    const problems = days.flatMap(({ day, rates }, index) => [
      ...dayProblems(day, today, `days.${index}.date`),
      ...rateProblems(rates, `days.${index}.rates`),
    ]);
    if (problems.length > 0) throw invalidBody(problems);
    // Of two with one day the last counts.
    const byDay = new Map(days.map(({ day, rates }) => [day, rates]));
    await rateDayRows.saveAll(
      tx,
      [...byDay].map(([day, rates]) => ({ day, rates, source: "entered", updatedAtMs })),
    );
    const all = [...byDay.keys()].toSorted();
    const added = { days: all.length, from: all[0] ?? "", to: all.at(-1) ?? "" };
    await noteAudit(tx, context, "setting.changed", RATES_RESOURCE, { ...added });
    return added;
  },
);

/** The rates of a day go; those of the day before hold instead. Throws NOT_FOUND, PRECONDITION_FAILED. */
export const removeRateDay = mutation(
  "exchange-rates.remove-day",
  async (tx, { day, expected }: { day: string; expected: string[] | null }, context): Promise<void> => {
    const [found] = await rateDayRows.list(tx, { where: { day: [day] } });
    requireVersion(expected, ratesVersion(required(found, "exchange_rate_day", day).rates));
    await rateDayRows.erase(tx, { day });
    await noteAudit(tx, context, "setting.changed", RATES_RESOURCE, { date: day, rates: null });
  },
);

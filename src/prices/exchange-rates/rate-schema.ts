import { Type } from "@sinclair/typebox";
import type { RateDay } from "../../../db/exchange-rates/rate-days.ts";
import { RATE_SOURCES } from "../../../db/exchange-rates/rate-days.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { isoOfMs } from "../../text/instant.ts";

const RATE_MAX = 1_000_000_000;

export const Rates = Type.Record(
  Type.String({ pattern: "^[A-Z]{3}$" }),
  Type.Number({ exclusiveMinimum: 0, maximum: RATE_MAX }),
  {
    maxProperties: 200,
    additionalProperties: false,
    description: "By currency (ISO 4217): how many units of it one unit of the base currency is worth.",
    examples: [{ USD: 1.0842, CZK: 25.3 }],
  },
);

export const Day = Type.String({ format: "date", examples: ["2026-11-27"] });
const Source = oneOf(RATE_SOURCES, {
  description: "`entered`: set by a request; `feed`: fetched from the feed's address.",
});

export const RateDayBody = Type.Object({ date: Day, source: Source, rates: Rates, updated_at: Time });
/** What rates the day before had stays until this one. */
export const rateDayBody = ({ day, source, rates, updatedAtMs }: RateDay) => ({
  date: day,
  source,
  rates,
  updated_at: isoOfMs(updatedAtMs),
});

export const dayOrNull = orNull(Day, "The day from which these rates hold; null: none are set.");
export const sourceOrNull = orNull(Source, "Null: none are set.");

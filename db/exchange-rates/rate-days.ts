import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

/** Where the rates of a day are from. */
export const RATE_SOURCES = ["entered", "feed"] as const;

const COLUMNS = {
  /** `2026-11-27`. */
  day: TEXT,
  /** Units of a currency for one unit of the base currency, by ISO 4217 code. */
  rates: jsonColumn<Record<string, number>>(),
  source: wordColumn(RATE_SOURCES),
  updatedAtMs: NUMBER,
};
export const rateDayRows = keyedTable("exchange_rate_day", COLUMNS, ["day"]);

/** The exchange rates that hold from a day on, until a later day has others. */
export type RateDay = ValuesOf<typeof COLUMNS>;

/** Those that hold on a day; `null`: the newest. */
export const findRateDay = (db: Reader, day: string | null): Promise<RateDay | undefined> =>
  db.first(
    `select ${rateDayRows.selected} from exchange_rate_day
      where tenant_id = :tenant and day <= ifnull(:day, day) order by day desc limit 1`,
    { day },
    rateDayRows.read,
  );

/** A part of all days, the newest first. `after`: the day that the part before ended with. */
export const listRateDays = (
  db: Reader,
  { after, ...range }: { after: string | undefined; limit: number; offset: number },
): Promise<RateDay[]> => rateDayRows.list(db, { by: "day", after: [after ?? "~", ""], ...range });

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?(Z|z|[+\- ]\d{2}:?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date (midnight UTC) or date and time of any precision as Unix microseconds; `undefined` when it is
 * neither. Without an offset it is UTC; a blank before the offset is the plus that a URL lost.
 */
export function microsecondsOf(instant: string): number | undefined {
  const match = INSTANT.exec(instant);
  if (!match) return undefined;
  const [, date = "", minutes = "00:00", seconds = "00", fraction = "", zone = "Z"] = match;
  const offset = zone.toUpperCase() === "Z" ? "Z" : `${zone.slice(0, 3).replace(" ", "+")}:${zone.slice(-2)}`;
  const ms = Date.parse(`${date}T${minutes}:${seconds}${offset}`);
  const day = Date.parse(`${date}T00:00:00Z`);
  // Date.parse rolls 30 February over to March.
  const isOfCalendar = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  return Number.isNaN(ms) || !isOfCalendar ? undefined : ms * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/** The same in Unix milliseconds. Throws RangeError for what is neither: its schema has let it through. */
export function millisecondsOf(instant: string): number {
  const us = microsecondsOf(instant);
  if (us === undefined) throw new RangeError(`Cannot read ${instant} as a time`);
  return Math.floor(us / 1000);
}

let knownSecond = Number.NaN;
let knownText = "";

/** `2026-01-31T23:59:59`, UTC. Rows next to each other were often written in one second, and a calendar is expensive. */
function textOfSecond(second: number): string {
  if (second !== knownSecond) {
    knownText = new Date(second * 1000).toISOString().slice(0, -".000Z".length);
    knownSecond = second;
  }
  return knownText;
}

/** Unix milliseconds as ISO 8601 with three decimals, UTC. */
export function isoOfMs(ms: number): string {
  const second = Math.floor(ms / 1000);
  return `${textOfSecond(second)}.${String(Math.trunc(ms) - second * 1000).padStart(3, "0")}Z`;
}

/** The same of a time that may be unknown. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOfMs(ms));

/** Unix microseconds as ISO 8601 with six decimals, UTC. */
export function isoOfUs(us: number): string {
  const second = Math.floor(us / 1_000_000);
  return `${textOfSecond(second)}.${String(us - second * 1_000_000).padStart(6, "0")}Z`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

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

/** Unix milliseconds as ISO 8601 with three decimals, UTC. */
export const isoOfMs = (ms: number): string => new Date(ms).toISOString();

/** Unix microseconds as ISO 8601 with six decimals, UTC. */
export function isoOfUs(us: number): string {
  const ms = Math.floor(us / 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(us - ms * 1000).padStart(3, "0")}Z`;
}

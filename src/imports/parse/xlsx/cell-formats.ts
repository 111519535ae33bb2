import { roundTo } from "../../map/values/numbers.ts";

/** How the number of a cell is meant: by its style. */
export type CellFormat = "plain" | "date" | "percent" | { digits: number };

const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const BUILT_IN_PERCENTS: ReadonlySet<number> = new Set([9, 10]);

/** What a built-in number format means. */
export function builtInFormat(id: number): CellFormat {
  if (BUILT_IN_PERCENTS.has(id)) return "percent";
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? "date" : "plain";
}

/** What a number format that the workbook defines means, such as `dd/mm/yyyy`, `0.0%` and `0000000000000`. */
export function formatOfCode(code: string): CellFormat {
  const [positive = ""] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "").split(";");
  if (/^0{2,}$/.test(positive)) return { digits: positive.length };
  if (positive.includes("%")) return "percent";
  if (/general/i.test(positive) || /[#?]/.test(positive)) return "plain";
  return /[dyhs]|^[^0]*m[^0]*$/i.test(positive) ? "date" : "plain";
}

const WHOLE_MAX = 1e15;
const DAY_MS = 86_400_000;
/** Days from the day 0 of spreadsheets to 1970; those of old Macs count from 1904. */
const EPOCH_DAYS = 25_569;
const EPOCH_1904_DAYS = 24_107;
/** 9999-12-31. */
const DAY_MAX = 2_958_466;
const SIGNIFICANT_DIGITS = 15;
const PERCENT_DIGITS = 10;

/** A number as it was typed: spreadsheets keep 15 digits of it, and whole ones are written out. */
function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < WHOLE_MAX) return value.toFixed(0);
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

function dateText(value: number, { is1904 }: { is1904: boolean }): string {
  if (value < 0 || value >= DAY_MAX) return plainNumber(value);
  const ms = Math.round((value - (is1904 ? EPOCH_1904_DAYS : EPOCH_DAYS)) * DAY_MS);
  const [day = "", time = ""] = new Date(Math.round(ms / 1000) * 1000).toISOString().slice(0, 19).split("T");
  if (value < 1) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

/** The text of a cell that holds a number; the number as it stands when it is none. */
export function numberText(raw: string, format: CellFormat, options: { is1904: boolean }): string {
  const value = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(value)) return raw;
  if (format === "date") return dateText(value, options);
  if (format === "percent") return `${plainNumber(roundTo(value * 100, PERCENT_DIGITS))}%`;
  const text = plainNumber(value);
  return format !== "plain" && /^\d+$/.test(text) ? text.padStart(format.digits, "0") : text;
}

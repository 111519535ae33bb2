import { COUNTRIES } from "../../products/countries.ts";
import { nameKey } from "../../text/name-key.ts";
import { type DecimalSeparator, FIGURE_LENGTH_MAX, parseNumber, roundTo } from "./numbers.ts";

const FORMULA_GUARD = /^'(?=[=+@\t]|-(?!\d))/;
const APOSTROPHE = 39;

/** Takes off the apostrophe that the CSV export puts before a text a spreadsheet would take for a formula. */
export const withoutFormulaGuard = (text: string): string =>
  text.charCodeAt(0) === APOSTROPHE && FORMULA_GUARD.test(text) ? text.slice(1) : text;

/** An amount in integer cents, rounded half up. `undefined` for what is no number. */
export function parseCents(text: string, decimalSeparator: DecimalSeparator): number | undefined {
  const amount = parseNumber(text, decimalSeparator);
  const cents = amount === undefined ? Number.NaN : Math.round(roundTo(amount, 2) * 100);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

const TRUE = "true 1 yes y oui vrai ja wahr si sí tak x";
const FALSE = "false 0 no n non faux nein falsch nie nee";
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...TRUE.split(" ").map((word) => [word, true] as const),
  ...FALSE.split(" ").map((word) => [word, false] as const),
]);

/** `undefined` for a word that is neither. */
export const parseBoolean = (text: string): boolean | undefined => BOOLEANS.get(text.toLowerCase());

const LIST_SEPARATORS = ["|", "\n", ";", ","];
// A comma may be part of an address; one that parts two is followed by the next.
const URL_LIST = /[,;](?=\s*https?:\/\/)/i;

/** The parts of a list, trimmed, blanks left out: cut at the first of `|`, line end, `;` and `,` that it has. */
export function parseList(text: string): string[] {
  const separator = LIST_SEPARATORS.find((each) => text.includes(each));
  if (separator === undefined) return [text];
  return trimmed(text.includes("://") && ";,".includes(separator) ? text.split(URL_LIST) : text.split(separator));
}

const trimmed = (parts: string[]) => parts.map((part) => part.trim()).filter((part) => part !== "");

const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].*)?$/;

/** A date as YYYY-MM-DD. Written with the year last, the day comes first. `undefined` for what is no day of the calendar. */
export function parseDate(text: string): string | undefined {
  const iso = ISO_DATE.exec(text);
  if (iso) return calendarDay(iso[1], iso[2], iso[3]);
  const european = DAY_FIRST.exec(text);
  return european ? calendarDay(european[3], european[2], european[1]) : undefined;
}

function calendarDay(year = "", month = "", day = ""): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}

/** What one of each unit is in the unit that its kind is counted in: kilograms and centimetres. */
const UNITS: Record<string, { kind: "kg" | "cm"; factor: number }> = {
  kg: { kind: "kg", factor: 1 },
  g: { kind: "kg", factor: 0.001 },
  gr: { kind: "kg", factor: 0.001 },
  mg: { kind: "kg", factor: 0.000001 },
  lb: { kind: "kg", factor: 0.45359237 },
  lbs: { kind: "kg", factor: 0.45359237 },
  oz: { kind: "kg", factor: 0.028349523125 },
  cm: { kind: "cm", factor: 1 },
  mm: { kind: "cm", factor: 0.1 },
  m: { kind: "cm", factor: 100 },
  in: { kind: "cm", factor: 2.54 },
};
/** A unit that measures are stored in. */
export type Unit = "kg" | "g" | "cm";

const WITH_UNIT = /^(.*?\d[\d.,]*)\s*(kg|gr?|mg|lbs?|oz|cm|mm|m|in)\.?$/i;
const HEADER_UNIT = /[([]\s*(kg|gr?|mg|lbs?|oz|cm|mm|m|in)\s*[)\]]|[_ ](kg|gr?|mg|lbs?|oz|cm|mm)\s*$/i;

/** The unit that a column's header names (`Poids (g)`, `weight_kg`); `undefined` when it names none. */
export function headerUnit(header: string): string | undefined {
  const [, bracketed, suffixed] = HEADER_UNIT.exec(header) ?? [];
  return (bracketed ?? suffixed)?.toLowerCase();
}

/**
 * A measure in `unit`, converted from the unit it is written with, else from `assumed`.
 * `undefined` for what is no number and for a unit of another kind.
 */
export function parseMeasure(
  text: string,
  { unit, assumed, decimalSeparator }: { unit: Unit; assumed: string; decimalSeparator: DecimalSeparator },
): number | undefined {
  if (text.length > FIGURE_LENGTH_MAX) return undefined;
  const [, digits = text, written = assumed] = WITH_UNIT.exec(text) ?? [];
  const number = parseNumber(digits, decimalSeparator);
  const from = UNITS[written.toLowerCase()];
  const to = UNITS[unit];
  if (number === undefined || from?.kind !== to?.kind || !from || !to) return undefined;
  return from === to ? number : roundTo((number * from.factor) / to.factor, 6);
}

const COUNTRY_NAME_LANGUAGES = ["en", "fr", "de", "es", "it", "nl", "pl"];

function namesOfCountries(): Map<string, string> {
  const codes = new Map<string, string>();
  for (const language of COUNTRY_NAME_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const code of COUNTRIES) codes.set(nameKey(names.of(code) ?? code), code);
  }
  return codes;
}

/** Reads ISO 3166-1 alpha-2 codes and country names in seven languages; the names are gathered at the first that comes. */
export function openCountries(): (text: string) => string | undefined {
  let names: Map<string, string> | undefined;
  return (text) => {
    const code = text.toUpperCase();
    if (COUNTRIES.has(code)) return code;
    if (text.length < 3 || text.length > FIGURE_LENGTH_MAX) return undefined;
    names ??= namesOfCountries();
    return names.get(nameKey(text));
  };
}

import { COUNTRIES, LONG_COUNTRY_CODES } from "../../../products/fields/countries.ts";
import { splitList } from "../../../text/list-text.ts";
import { nameKey } from "../../../text/name-key.ts";
import { type DecimalMark, FIGURE_LENGTH_MAX, parseNumber, roundTo } from "./numbers.ts";

const EQUALS = 61;
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** What a cell holds: `="0123"` is how spreadsheets keep a code from becoming a number. */
export function cellText(cell: string): string {
  const text = cell.trim();
  if (text.charCodeAt(0) !== EQUALS) return text;
  const inner = TEXT_FORMULA.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll('""', '"').trim();
}

/** An amount as an integer with this number of its decimals, rounded half up; `undefined` for what is no number. */
export function scaledNumber(amount: number | undefined, digits: number): number | undefined {
  const scaled = amount === undefined ? Number.NaN : Math.round(roundTo(amount, digits) * 10 ** digits);
  return Number.isSafeInteger(scaled) ? scaled : undefined;
}

/** An amount in integer cents. */
export const parseCents = (text: string, mark: DecimalMark): number | undefined =>
  scaledNumber(parseNumber(text, mark), 2);

const TRUE =
  "true t 1 yes y on active activated enabled oui o vrai actif active activé ja j wahr aktiv si sí s activo activa verdadero " +
  "vero attivo attiva waar actief tak aktywny x ✓ ✔";
const FALSE =
  "false f 0 no n off inactive disabled non faux inactif désactivé nein falsch inaktiv inactivo inactiva falso inattivo " +
  "disattivo nee onwaar inactief nie nieaktywny ✗ ✘";
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...TRUE.split(" ").map((word) => [word, true] as const),
  ...FALSE.split(" ").map((word) => [word, false] as const),
]);

/** `undefined` for a word that is neither. */
export const parseBoolean = (text: string): boolean | undefined => BOOLEANS.get(text.toLowerCase());

const LIST_SEPARATORS = ["|", "\n", ";", ","];
// A comma may be part of an address; one that parts two is followed by the next.
const URL_LIST = /[,;](?=\s*https?:\/\/)/i;

/** The parts of a list, trimmed, blanks left out: cut at the first of `|`, line end, `;` and `,` that it has. `\\|` parts nothing. */
export function parseList(text: string): string[] {
  const separator = LIST_SEPARATORS.find((each) => text.includes(each));
  if (separator === undefined) return [text];
  if (separator === "|") return trimmed(splitList(text));
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

/** Those of the European Union, and of others that send files. What two call alike is what the last of them means. */
const COUNTRY_NAME_LANGUAGES =
  "bg cs da el et fi ga hr hu lt lv mt nb pt ro ru sk sl sr sv tr uk en fr de es it nl pl".split(" ");

/** Codes that are not of ISO 3166-1, and names that are not the languages' first choice. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ["UK", "GB"],
  ["EL", "GR"],
]);
const MORE_COUNTRY_NAMES: readonly (readonly [string, string])[] = [
  ["england", "GB"],
  ["great britain", "GB"],
  ["grande bretagne", "GB"],
  ["großbritannien", "GB"],
  ["u.k.", "GB"],
  ["u.s.a.", "US"],
  ["united states of america", "US"],
  ["etats unis", "US"],
  ["u.s.", "US"],
  ["holland", "NL"],
  ["pays bas", "NL"],
  ["the netherlands", "NL"],
  ["prc", "CN"],
  ["p.r.c.", "CN"],
  ["p.r. china", "CN"],
  ["people's republic of china", "CN"],
  ["vr china", "CN"],
  ["south korea", "KR"],
  ["korea", "KR"],
  ["czech republic", "CZ"],
  ["république tchèque", "CZ"],
  ["tschechische republik", "CZ"],
  ["turkey", "TR"],
  ["vietnam", "VN"],
  ["russia", "RU"],
];

function namesOfCountries(): Map<string, string> {
  const codes = new Map<string, string>();
  for (const language of COUNTRY_NAME_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const code of COUNTRIES) codes.set(nameKey(names.of(code) ?? code), code);
  }
  for (const [name, code] of MORE_COUNTRY_NAMES) codes.set(nameKey(name), code);
  return codes;
}

/** Gathered at the first name that is read: they take some milliseconds. */
let countryNames: ReadonlyMap<string, string> | undefined;

/** Reads codes of ISO 3166-1 and country names in the languages of Europe. */
export function openCountries(): (text: string) => string | undefined {
  return (text) => {
    const code = text.toUpperCase();
    if (COUNTRIES.has(code)) return code;
    const other = OTHER_CODES.get(code) ?? LONG_COUNTRY_CODES.get(code);
    if (other !== undefined) return other;
    if (text.length < 3 || text.length > FIGURE_LENGTH_MAX) return undefined;
    countryNames ??= namesOfCountries();
    return countryNames.get(nameKey(text));
  };
}

import { numberText } from "../xlsx/cell-formats.ts";

/** What a cell holds, as XLSX's would: numbers as they were typed, times in ISO 8601. */
export interface CellValue {
  text: string;
  isNumber: boolean;
  /** It shows an error, or a formula that was not calculated. */
  isAbsent: boolean;
}

type Attributes = Record<string, string>;

const TIME = /^PT(\d+)H(\d+)M(\d+)/;
const FRACTION = /\.\d+$/;
const ERROR = /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)|Err:\d+)$/;
const PLAIN = { is1904: false };

function timeText(value: string): string {
  const [, hours, minutes = "", seconds = ""] = TIME.exec(value) ?? [];
  return hours === undefined ? value : `${hours}:${minutes}:${seconds}`;
}

/** A code that is kept as a number, and shown with the zeros before it. */
const isPadded = (shown: string, raw: string) => /^0\d+$/.test(shown) && Number(shown) === Number(raw);

function amount(raw: string, currency: string | undefined): string {
  const text = numberText(raw, "plain", PLAIN);
  return currency === undefined || text === "" ? text : `${text} ${currency}`;
}

const BY_TYPE: Record<string, (attributes: Attributes, shown: string) => string> = {
  float: ({ "office:value": raw = "" }, shown) => (isPadded(shown, raw) ? shown : numberText(raw, "plain", PLAIN)),
  percentage: ({ "office:value": raw = "" }) => numberText(raw, "percent", PLAIN),
  currency: ({ "office:value": raw = "", "office:currency": currency }) => amount(raw, currency),
  date: ({ "office:date-value": value = "" }) => value.replace(FRACTION, "").replace(/T00:00:00$/, ""),
  time: ({ "office:time-value": value = "" }) => timeText(value),
  boolean: ({ "office:boolean-value": value = "" }) => value,
};
const NUMBERS: ReadonlySet<string> = new Set(["float", "currency"]);

/** The value of a cell, by its attributes and by what it shows. Source: OpenDocument 1.3, part 3, 19.387 */
export function cellValue(attributes: Attributes, shown: string): CellValue {
  const type = attributes["office:value-type"] ?? "";
  const isFormula = attributes["table:formula"] !== undefined;
  const isError = attributes["calcext:value-type"] === "error" || (isFormula && ERROR.test(shown));
  const read = BY_TYPE[type];
  const text = read ? read(attributes, shown) : (attributes["office:string-value"] ?? shown);
  const isAbsent = isError || (isFormula && text === "" && type === "");
  return { text: isAbsent ? "" : text, isNumber: NUMBERS.has(type), isAbsent };
}

import { partCurrency } from "./currencies.ts";

/** The sign that parts a whole number from its fraction. */
export type DecimalSeparator = "," | ".";
/** The same, as far as it is known: nothing shows whether `1.250` is more than a thousand or little more than one. */
export type DecimalMark = DecimalSeparator | "undecided";

/** Longer texts are no figures; the patterns below need not be quick on them. */
export const FIGURE_LENGTH_MAX = 64;
const PLAIN = /^-?\d{1,15}(?:\.\d{1,2})?$/;
const CURRENCY = /[€$£¥₽₴₺₹]|(?<!\p{L})(?:EUR|USD|GBP|CHF|PLN|CZK|HUF|RON|SEK|NOK|DKK|CAD|AUD|JPY|zł|Kč)(?!\p{L})/giu;
// Blanks of every width, and the apostrophes of Swiss thousands.
const THOUSANDS_BLANKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
// `12,-` and `12.–` are 12 of the currency and nothing else.
const ROUND_AMOUNT = /(?<=\d)[.,](?:-{1,2}|[–—])$/;
const SHAPE = /^([+-]?)\s*(\d[\d.,]*|[.,]\d+)\s*(-?)$/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,2}$/i;
const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/;
const MARKS = /[.,]/g;

/**
 * Reads a number as people write it: `4 418,10`, `€ 1.234,50`, `1'234.50`, `5,00-`. With both marks the last is the
 * decimal one; of one mark that could be either, `mark` decides. `undefined` for what is no number, and for what could be
 * either when the mark is undecided.
 */
export function parseNumber(text: string, mark: DecimalMark): number | undefined {
  if (text.length > FIGURE_LENGTH_MAX) return undefined;
  if (PLAIN.test(text)) return finite(text);
  const bare = bareFigure(text);
  if (SCIENTIFIC.test(bare)) return finite(bare.replace(",", "."));
  const [, sign = "", digits, trailingSign = ""] = SHAPE.exec(bare) ?? [];
  if (digits === undefined || (sign !== "" && trailingSign !== "")) return undefined;
  const number = parseUnsigned(digits, mark);
  return number !== undefined && number !== 0 && sign + trailingSign === "-" ? -number : number;
}

/** Without currency, with an ASCII minus sign, and without what parts thousands but is no mark. */
const bareFigure = (text: string) =>
  partCurrency(text.replaceAll("−", "-").trim())
    .figure.replace(CURRENCY, "")
    .trim()
    .replace(THOUSANDS_BLANKS, "")
    .replace(ROUND_AMOUNT, "");

/** Whole parts that are longer are codes. */
const WHOLE_DIGITS_MAX = 9;
const ONE_MARK = /^(\d*)([.,])(\d+)$/;

/** What a figure shows of the decimal mark of its column. */
export interface MarkEvidence {
  /** The decimal mark it has; unless sure, the mark that may as well part thousands. */
  mark: DecimalSeparator;
  isSure: boolean;
}

/** What a figure shows of the decimal mark; `undefined` for what is no figure, and for one without marks. */
export function markEvidence(text: string): MarkEvidence | undefined {
  if (text.length > FIGURE_LENGTH_MAX || !/[.,]/.test(text)) return undefined;
  const digits = SHAPE.exec(bareFigure(text))?.[2];
  if (digits === undefined) return undefined;
  const [, whole = "", mark = "", fraction = ""] = ONE_MARK.exec(digits) ?? [];
  if (mark === "") return groupEvidence(digits);
  if (whole.length > WHOLE_DIGITS_MAX) return undefined;
  const isSure = fraction.length !== 3 || whole.length > 3 || whole === "" || whole.startsWith("0");
  return { mark: separator(mark), isSure };
}

const separator = (mark: string): DecimalSeparator => (mark === "," ? "," : ".");

/** Of figures with several marks: the last is the decimal one, unless all of them part thousands. */
function groupEvidence(digits: string): MarkEvidence | undefined {
  const last = digits.match(MARKS)?.at(-1);
  if (last === undefined || parseUnsigned(digits, "undecided") === undefined) return undefined;
  const partsThousands = GROUPED.test(digits);
  return { mark: separator(partsThousands ? (last === "," ? "." : ",") : last), isSure: true };
}

/** Whether a figure may be a thousand times the other: nothing in it shows which of its marks is the decimal one. */
export const isAmbiguous = (text: string): boolean => markEvidence(text)?.isSure === false;

/** Rounds half up, by the digits that are shown and not by what binary fractions make of them. */
export function roundTo(number: number, digits: number): number {
  // Most have no more digits, and to see that takes a twentieth of the time. Larger ones are not exact once scaled;
  // a minus zero is a zero.
  const scale = 10 ** digits;
  if (Math.abs(number) < 1e9 && Math.round(number * scale) / scale === number) return number + 0;
  const [mantissa, exponent = "0"] = Math.abs(number).toString().split("e");
  const rounded = Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))}e${-digits}`);
  return number < 0 && rounded !== 0 ? -rounded : rounded;
}

function finite(digits: string): number | undefined {
  // What is added makes a zero of a minus zero.
  const number = Number(digits) + 0;
  return Number.isFinite(number) ? number : undefined;
}

/** Digits with dots and commas. */
function parseUnsigned(digits: string, mark: DecimalMark): number | undefined {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  if (last === -1) return finite(digits);
  const isGrouped = GROUPED.test(digits) && (digits.length > ONE_GROUP_LENGTH || partsThousands(digits, mark));
  if (isGrouped) return finite(digits.replace(MARKS, ""));
  if (GROUPED.test(digits) && mark === "undecided" && !digits.startsWith("0")) return undefined;
  const whole = digits.slice(0, last);
  const isUngrouped = /^\d*$/.test(whole);
  if (!isUngrouped && !GROUPED.test(whole)) return undefined;
  return finite(`${whole.replace(MARKS, "") || "0"}.${digits.slice(last + 1) || "0"}`);
}

/** More marks of one kind than one part thousands for sure. */
const ONE_GROUP_LENGTH = 7;

/** Whether the only mark parts thousands: not when it is the column's decimal mark, nor behind a zero. */
const partsThousands = (digits: string, mark: DecimalMark): boolean =>
  mark !== "undecided" && !digits.includes(mark) && !digits.startsWith("0");

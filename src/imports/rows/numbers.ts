/** The sign that parts a whole number from its fraction. */
export type DecimalSeparator = "," | ".";

/** Longer texts are no figures; the patterns below need not be quick on them. */
export const FIGURE_LENGTH_MAX = 64;
const PLAIN = /^-?\d{1,15}(?:\.\d{1,2})?$/;
const CURRENCY = /[€$£¥₽₴₺₹]|(?<!\p{L})(?:EUR|USD|GBP|CHF|PLN|CZK|HUF|RON|SEK|NOK|DKK|CAD|AUD|JPY|zł|Kč)(?!\p{L})/giu;
// Blanks of every width, and the apostrophes of Swiss thousands.
const THOUSANDS_BLANKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const SHAPE = /^([+-]?)\s*(\d[\d.,]*|[.,]\d+)\s*(-?)$/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,2}$/i;
const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/;
const MARKS = /[.,]/g;

/**
 * Reads a number as people write it: `4 418,10`, `€ 1.234,50`, `1'234.50`, `5,00-`. With both marks the last is the
 * decimal one; of one mark that could be either, `decimalSeparator` decides. `undefined` for what is no number.
 */
export function parseNumber(text: string, decimalSeparator: DecimalSeparator): number | undefined {
  if (text.length > FIGURE_LENGTH_MAX) return undefined;
  if (PLAIN.test(text)) return finite(text);
  const bare = text.replace(CURRENCY, "").replaceAll("−", "-").trim().replace(THOUSANDS_BLANKS, "");
  if (SCIENTIFIC.test(bare)) return finite(bare.replace(",", "."));
  const [, sign = "", digits, trailingSign = ""] = SHAPE.exec(bare) ?? [];
  if (digits === undefined || (sign !== "" && trailingSign !== "")) return undefined;
  const number = parseUnsigned(digits, decimalSeparator);
  return number !== undefined && number !== 0 && sign + trailingSign === "-" ? -number : number;
}

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
function parseUnsigned(digits: string, decimalSeparator: DecimalSeparator): number | undefined {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  if (last === -1) return finite(digits);
  if (GROUPED.test(digits) && isWhole(digits, decimalSeparator)) return finite(digits.replace(MARKS, ""));
  const whole = digits.slice(0, last);
  const isUngrouped = /^\d*$/.test(whole);
  if (!isUngrouped && !GROUPED.test(whole)) return undefined;
  return finite(`${whole.replace(MARKS, "") || "0"}.${digits.slice(last + 1) || "0"}`);
}

/** Of groups with one kind of mark: several marks part thousands; a single one does unless it is the file's decimal mark. */
const isWhole = (digits: string, decimalSeparator: DecimalSeparator) =>
  digits.length > 7 || !(digits.includes(decimalSeparator) || digits.startsWith("0"));

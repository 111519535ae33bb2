/** Why an EAN of an import cannot be used. */
export type EanErrorType =
  | "ean_missing"
  | "ean_non_numeric"
  | "ean_format_invalid"
  | "ean_too_short"
  | "ean_too_long"
  | "ean_checksum_invalid";

export interface UsableEan {
  /** As written, without separators. */
  ean: string;
  /** Padded with zeros to 14 digits, the form in which codes are compared. */
  gtin14: string;
}

const PLAIN_DIGITS = /^\d{8,14}$/;
// What a spreadsheet shows of a number that is too wide for its column.
const SCIENTIFIC = /^\d+(?:[.,]\d+)?e\+?\d+$/i;
const LEADING_APOSTROPHES = /^['’`]+/;
// Separators, also those that look like none: zero-width characters and the byte order mark.
const SEPARATORS = /[\s.\-\u2010-\u2015\u2212\u200b-\u200d\ufeff]+/g;

/** Takes off what spreadsheets and people add to a code: blanks, dots, dashes, a leading apostrophe, a `.0` tail. */
export const cleanEan = (raw: string): string =>
  PLAIN_DIGITS.test(raw)
    ? raw
    : // The tail goes before the dots do, else it would add a digit.
      raw
        .trim()
        .replace(LEADING_APOSTROPHES, "")
        .trim()
        .replace(/[.,]0+$/, "")
        .replace(SEPARATORS, "");

/** The code as 14 digits: a UPC-A and its EAN-13 have the same. */
export const toGtin14 = (digits: string): string => digits.padStart(14, "0");

/**
 * Whether the last digit is the check digit of the others.
 * Source: https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function checkDigitOk(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, weight = 1; index >= 0; index--, weight = 4 - weight) {
    sum += (digits.charCodeAt(index) - 48) * weight;
  }
  return sum % 10 === 0;
}

/** The code of a cell, or the first reason why it is none. */
export function classifyEan(raw: string): UsableEan | { errorType: EanErrorType } {
  const ean = cleanEan(raw);
  const errorType = eanError(ean, raw);
  return errorType === undefined ? { ean, gtin14: toGtin14(ean) } : { errorType };
}

const CODE_SEPARATORS = /[\s,;|/&+]+/;
const CODES_LENGTH_MAX = 200;
const CODE_LENGTH_MIN = 8;

/**
 * The first usable code of a cell that holds several, separated by blanks or signs; `undefined` when it does not. A code
 * that is written in groups of digits is one.
 */
export function firstOfCodes(raw: string): UsableEan | undefined {
  if (raw.length > CODES_LENGTH_MAX) return undefined;
  const codes = raw.split(CODE_SEPARATORS).filter((part) => part.length >= CODE_LENGTH_MIN && /^\d/.test(part));
  if (codes.length < 2) return undefined;
  for (const code of codes) {
    const found = classifyEan(code);
    if ("ean" in found) return found;
  }
  return undefined;
}

function eanError(ean: string, raw: string): EanErrorType | undefined {
  if (ean === "") return "ean_missing";
  if (!/^\d+$/.test(ean)) return isScientific(raw) ? "ean_format_invalid" : "ean_non_numeric";
  if (ean.length >= 9 && ean.length <= 11) return "ean_format_invalid";
  if (ean.length < 8) return "ean_too_short";
  if (ean.length > 14) return "ean_too_long";
  return checkDigitOk(ean) ? undefined : "ean_checksum_invalid";
}

const isScientific = (raw: string) => SCIENTIFIC.test(raw.trim().replace(LEADING_APOSTROPHES, ""));

import type { EanStatus } from "../../../db/products/product-row.ts";

export interface Ean {
  /** As written, without blanks and dashes. */
  ean: string;
  /** Padded with zeros to 14 digits: a UPC-A and its EAN-13 have the same. */
  gtin14: string;
  eanStatus: Exclude<EanStatus, "missing">;
}

const SEPARATORS = /[\s\-\u2010-\u2015]+/g;
const DIGITS = /^\d{8,14}$/;
const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/**
 * The check digit that the first 13 digits of a GTIN-14 ask for.
 * Source: https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function checkDigitOf(gtin14: string): number {
  let sum = 0;
  for (let index = 0; index < 13; index++) sum += (gtin14.charCodeAt(index) - 48) * (index % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/**
 * Reads an EAN, UPC or GTIN of 8 to 14 digits; `undefined` for anything else, also for an empty one. A wrong check digit or
 * an unusual length is no refusal: `eanStatus` says which.
 */
export function eanOf(raw: string): Ean | undefined {
  const ean = DIGITS.test(raw) ? raw : raw.replace(SEPARATORS, "");
  if (!DIGITS.test(ean)) return undefined;
  const gtin14 = ean.padStart(14, "0");
  if (!GTIN_LENGTHS.has(ean.length)) return { ean, gtin14, eanStatus: "nonstandard_length" };
  return { ean, gtin14, eanStatus: gtin14.charCodeAt(13) - 48 === checkDigitOf(gtin14) ? "valid" : "checksum_invalid" };
}

/** Whether a text is such a code. */
export const isCode = (text: string): boolean => eanOf(text) !== undefined;

import { checkDigitOf, eanOf } from "../../products/fields/ean.ts";
import { gs1Country } from "./gs1-countries.ts";

const TYPES: Record<number, "EAN-8" | "UPC-A" | "EAN-13" | "GTIN-14"> = {
  8: "EAN-8",
  12: "UPC-A",
  13: "EAN-13",
  14: "GTIN-14",
};

/** What the digits of a code say of it. */
export interface CodeValidation {
  /** Of a usual length, and with the right check digit. */
  valid: boolean;
  type: (typeof TYPES)[number] | null;
  checksum_ok: boolean;
  expected_check_digit: number;
  /** The first three digits of the EAN-13, or of the EAN-8; `null` for a code of another length. */
  gs1_prefix: string | null;
  /** ISO 3166-1 alpha-2. */
  gs1_country: string | null;
}

/** Reads a code of 8 to 14 digits, blanks and dashes aside; `undefined` for anything else. */
export function validateCode(raw: string): (CodeValidation & { ean: string; gtin14: string }) | undefined {
  const found = eanOf(raw);
  if (!found) return undefined;
  const { ean, gtin14, eanStatus } = found;
  const type = TYPES[ean.length] ?? null;
  const expected = checkDigitOf(gtin14);
  const checksumOk = Number(gtin14.at(-1)) === expected;
  const prefix = type === null ? null : type === "EAN-8" ? ean.slice(0, 3) : gtin14.slice(1, 4);
  return {
    ean,
    gtin14,
    valid: eanStatus === "valid",
    type,
    checksum_ok: checksumOk,
    expected_check_digit: expected,
    gs1_prefix: prefix,
    gs1_country: prefix === null ? null : gs1Country(prefix),
  };
}

import { eanOf } from "../../products/fields/ean.ts";

const REPAIRS = ["leading_zero", "transposed_digits", "missing_digit"] as const;

/** The code that was perhaps meant, and what would have gone wrong. */
export interface EanCandidate {
  ean: string;
  reason: (typeof REPAIRS)[number];
}

const CANDIDATES_MAX = 20;
const EAN_DIGITS = 13;

const isValid = (code: string) => eanOf(code)?.eanStatus === "valid";

/** Spreadsheets take codes for numbers, whose zeros in front mean nothing. */
function* withLostZeros(digits: string): Generator<EanCandidate> {
  if (digits.length < EAN_DIGITS && !isValid(digits))
    yield { ean: digits.padStart(EAN_DIGITS, "0"), reason: "leading_zero" };
}

function* untransposed(digits: string): Generator<EanCandidate> {
  for (let at = 0; at + 1 < digits.length; at++) {
    const [one = "", other = ""] = [digits[at], digits[at + 1]];
    if (one !== other)
      yield { ean: digits.slice(0, at) + other + one + digits.slice(at + 2), reason: "transposed_digits" };
  }
}

function* withMissingDigit(digits: string): Generator<EanCandidate> {
  if (digits.length !== EAN_DIGITS - 1) return;
  for (let at = 0; at <= digits.length; at++) {
    for (let digit = 0; digit <= 9; digit++) {
      yield { ean: digits.slice(0, at) + digit + digits.slice(at), reason: "missing_digit" };
    }
  }
}

/** The codes with a correct check digit that a slip of the hand would have made of what was written, likelier ones first. */
export function repairEan(written: string): EanCandidate[] {
  const digits = written.replaceAll(/[\s.-]/g, "");
  if (!/^\d{7,14}$/.test(digits)) return [];
  const found = new Map<string, EanCandidate>();
  for (const candidate of [...withLostZeros(digits), ...untransposed(digits), ...withMissingDigit(digits)]) {
    if (!found.has(candidate.ean) && isValid(candidate.ean)) found.set(candidate.ean, candidate);
  }
  return [...found.values()].slice(0, CANDIDATES_MAX);
}

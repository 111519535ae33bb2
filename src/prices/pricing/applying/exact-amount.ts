/** A number as two whole ones. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** How amounts are rounded to whole units: half up, or never too low. */
export type AmountRounding = "nearest" | "up";

/** A number that is not negative, by the digits that it is written with. */
export function fractionOf(value: number): Fraction {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", part = ""] = mantissa.split(".");
  const shift = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return shift < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
    : { numerator: digits * 10n ** BigInt(shift), denominator: 1n };
}

/** A share of an amount that is not negative, in multiples of `least`; exact before it is rounded. */
export function shareOf(
  amount: number,
  { numerator, denominator }: Fraction,
  { rounding = "nearest", least = 1 }: { rounding?: AmountRounding; least?: number } = {},
): number {
  const divisor = denominator * BigInt(least);
  const more = rounding === "up" ? divisor - 1n : divisor / 2n;
  return Number((BigInt(amount) * numerator + more) / divisor) * least;
}

export const inverseOf = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: denominator,
  denominator: numerator,
});

export const timesFraction = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
});

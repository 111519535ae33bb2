import { MILLION, millionthsOf } from "../../tax/tax-math.ts";

const HALF = 2n;

/** `amount * numerator / denominator` in whole cents, half up; exact however large. */
export function scaled(amount: number, numerator: number, denominator: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
  const doubled = product * HALF + divisor;
  const whole = doubled / (divisor * HALF);
  // Division of BigInt goes towards zero; below zero the half would go the other way.
  return Number(doubled < 0n && doubled % (divisor * HALF) !== 0n ? whole - 1n : whole);
}

/** A number of shares of an amount, in whole cents and never more. */
export const shareDown = (amount: number, numerator: number, denominator: number): number =>
  Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator));

// Far finer than any amount that is sent, and coarser than what binary fractions are off by.
const DIGITS = 6;
const HUNDRED = 100;
/** The hundredths of a number: of one that has more digits, as many as are not more, or not fewer. */
export const downHundredths = (value: number): number => Math.floor(Number((value * HUNDRED).toFixed(DIGITS)));
export const upHundredths = (value: number): number => Math.ceil(Number((value * HUNDRED).toFixed(DIGITS)));

/**
 * The smallest price in cents whose margin is at least this number of hundredths of a percent of it; with a tax rate, in
 * percent, the price contains that tax, and the margin is that of the price without it.
 */
export function priceWithMargin(costCents: number, marginHundredths: number, taxPercent = 0): number {
  const rest = BigInt(10_000 - marginHundredths) * BigInt(MILLION);
  const product = BigInt(costCents) * 10_000n * BigInt(MILLION + millionthsOf(taxPercent));
  return Number((product + rest - 1n) / rest);
}

/** How much of a price is left over its cost, in percent of the price, both without the tax that the price contains. */
export const marginPercent = (priceCents: number, costCents: number, taxPercent = 0): number =>
  taxPercent === 0
    ? ((priceCents - costCents) * HUNDRED) / priceCents
    : HUNDRED - ((costCents * (MILLION + millionthsOf(taxPercent))) / (priceCents * MILLION)) * HUNDRED;

export const ROUNDINGS = ["none", "0.01", "0.05", "x.99", "x.95", "x.90"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** The distance between the prices of a rounding, and where they begin. */
const STEPS: Record<Rounding, { step: number; start: number }> = {
  none: { step: 1, start: 0 },
  "0.01": { step: 1, start: 0 },
  "0.05": { step: 5, start: 0 },
  "x.99": { step: 100, start: 99 },
  "x.95": { step: 100, start: 95 },
  "x.90": { step: 100, start: 90 },
};

/**
 * The price nearest to `cents`, the lower of two, that the rounding allows between two bounds, both inclusive; `cents` itself
 * when it allows none there.
 */
export function roundedWithin(cents: number, rounding: Rounding, lower: number, upper: number): number {
  const { step, start } = STEPS[rounding];
  const below = Math.floor((cents - start) / step) * step + start;
  const fits = (each: number) => each >= Math.max(lower, 1) && each <= upper;
  const near = cents - below <= below + step - cents ? [below, below + step] : [below + step, below];
  return near.find(fits) ?? cents;
}

import { MILLION, millionthsOf } from "../../tax/tax-model.ts";

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
/** The hundredths of a number, or other units: of one that has more digits, as many as are not more, or not fewer. */
export const unitsDown = (value: number, units = HUNDRED): number =>
  Math.floor(Number((value * units).toFixed(DIGITS)));
export const unitsUp = (value: number, units = HUNDRED): number => Math.ceil(Number((value * units).toFixed(DIGITS)));

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

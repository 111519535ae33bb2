/** The currency of prices that belong to no list. */
export const BASE_CURRENCY = "EUR";

/** The highest price that any source may set. */
export const PRICE_MAX = 1_000_000_000_000;

/**
 * An amount as an integer with this number of its decimals, rounded half up as it is written: of two, 1.005 is 101 although no
 * number is exactly 1.005.
 */
export function scaledAmount(amount: number, digits: number): number {
  const written = String(amount);
  return Math.round(written.includes("e") ? amount * 10 ** digits : Number(`${written}e${digits}`));
}

/** A price as integer hundredths, rounded half up as it is written. */
export const centsOf = (price: number): number => scaledAmount(price, 2);

export const priceOf = (cents: number | null): number | null => (cents === null ? null : cents / 100);

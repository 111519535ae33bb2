/** The highest price that any source may set. */
export const PRICE_MAX = 1_000_000_000_000;

/** A price as integer hundredths, rounded half up as it is written: 1.005 is 101 although no number is exactly 1.005. */
export function centsOf(price: number): number {
  const written = String(price);
  return Math.round(written.includes("e") ? price * 100 : Number(`${written}e2`));
}

export const priceOf = (cents: number | null): number | null => (cents === null ? null : cents / 100);

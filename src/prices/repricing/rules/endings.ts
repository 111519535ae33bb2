import { decimalsOf, leastOf, unitsOf } from "../../pricing/currency-decimals.ts";

/** How prices end: in steps of their currency, or with the digits behind the `x`. */
export const ROUNDINGS = [
  ...["none", "0.01", "0.05", "0.10", "0.50", "1", "5", "10", "50", "100", "500", "1000"],
  ...["x.99", "x.95", "x.90", "x9", "x90", "x99", "x990"],
] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** What a rule says of endings: `endings` has those of some currencies, `rounding` that of all others. */
export interface Endings {
  rounding?: Rounding | undefined;
  /** By ISO 4217 code. */
  endings?: Readonly<Record<string, Rounding>> | null | undefined;
}

/** The distance between the prices of a rounding and where they begin, in stored units of a currency. */
interface Grid {
  step: number;
  start: number;
}

/** What a rounding allows; `x.99` and `x90` are digits that end prices, others are steps. */
function gridOf(rounding: Rounding, currency: string): Grid {
  const units = unitsOf(currency);
  if (rounding === "none") return { step: 1, start: 0 };
  if (!rounding.startsWith("x")) return { step: Math.round(Number(rounding) * units), start: 0 };
  const digits = rounding.slice(1);
  if (digits.startsWith(".")) return { step: units, start: Math.round(Number(digits) * units) };
  return { step: 10 ** digits.length * units, start: Number(digits) * units };
}

/** Whether a currency has such amounts: none in yen ends with .99. */
const hasEnding = (currency: string, rounding: Rounding): boolean => {
  const { step, start } = gridOf(rounding, currency);
  const least = leastOf(currency);
  return rounding === "none" || (step % least === 0 && start % least === 0);
};

/** What prices in a currency end with; where it has no such amounts, any of it. */
export function endingIn(currency: string, { rounding = "none", endings }: Endings): Grid {
  const wanted = endings?.[currency] ?? rounding;
  return hasEnding(currency, wanted) && wanted !== "none"
    ? gridOf(wanted, currency)
    : { step: leastOf(currency), start: 0 };
}

/** The endings that their currency cannot have, with how many decimals it has. */
export const impossibleEndings = (endings: Readonly<Record<string, Rounding>>) =>
  Object.entries(endings)
    .filter(([currency, rounding]) => !hasEnding(currency, rounding))
    .map(([currency]) => ({ currency, limit: decimalsOf(currency) }));

/**
 * The price nearest to `cents`, the lower of two, that the endings allow between two bounds, both inclusive; `cents` itself
 * when they allow none there.
 */
export function roundedWithin(cents: number, { step, start }: Grid, lower: number, upper: number): number {
  const below = Math.floor((cents - start) / step) * step + start;
  const fits = (each: number) => each >= Math.max(lower, 1) && each <= upper;
  const near = cents - below <= below + step - cents ? [below, below + step] : [below + step, below];
  return near.find(fits) ?? cents;
}

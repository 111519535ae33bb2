import { WITH_THOUSANDTHS } from "../../../db/pricing/currency-units.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { scaledAmount } from "../../kit/cents.ts";

/** Currencies without decimals, by ISO 4217; a test holds them against Intl, which takes a thousand times as long to ask. */
const WHOLE = new Set("BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const THOUSANDTHS: ReadonlySet<string> = new Set(WITH_THOUSANDTHS);
const HUNDREDTH_DIGITS = 2;
const THOUSANDTH_DIGITS = 3;

/** How many digits of an amount in a currency are stored behind the point. */
const digitsOf = (currency: string): number => (THOUSANDTHS.has(currency) ? THOUSANDTH_DIGITS : HUNDREDTH_DIGITS);

/** How many decimals amounts of a currency have; two of an unknown one. */
export const decimalsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : digitsOf(currency));

/**
 * How many stored units are one of a currency: 100, and 1,000 of those with three decimals. Amounts that have their currency
 * beside them, in rows and in the program, are whole numbers of these units; they are called `…Cents` all the same.
 */
export const unitsOf = (currency: string): number => 10 ** digitsOf(currency);

/** The least amount of a currency, in stored units. */
export const leastOf = (currency: string): number => 10 ** (digitsOf(currency) - decimalsOf(currency));

/** An amount in stored units, rounded half up as it is written. */
export const storedAmount = (currency: string, amount: number): number => scaledAmount(amount, digitsOf(currency));

/** Stored units as the amount that they are. */
export function shownAmount(currency: string, stored: number): number;
export function shownAmount(currency: string, stored: number | null): number | null;
export function shownAmount(currency: string, stored: number | null): number | null {
  return stored === null ? null : stored / unitsOf(currency);
}

/** An amount rounded half up to what the currency has, in stored units. */
export const roundedIn = (currency: string, stored: number): number =>
  Math.round(stored / leastOf(currency)) * leastOf(currency);

/** The same, never too low. */
export const roundedUpIn = (currency: string, stored: number): number =>
  Math.ceil(stored / leastOf(currency)) * leastOf(currency);

/** What is wrong with amounts as they are sent, by their fields: a hundredth of a yen is none. */
export function problemsOfAmounts(
  currency: string,
  amounts: Readonly<Record<string, number | null | undefined>>,
): FieldProblem[] {
  const limit = decimalsOf(currency);
  const least = 10 ** (THOUSANDTH_DIGITS - limit);
  return Object.entries(amounts)
    .filter(([, amount]) => scaledAmount(amount ?? 0, THOUSANDTH_DIGITS) % least !== 0)
    .map(([field]) => ({
      field,
      type: "out_of_range",
      key: "validation.currency_decimals",
      params: { currency, limit },
    }));
}

/** Of which amount, in stored units of one currency, all amounts must be multiples to be amounts in another. */
export const leastIn = (currency: string, other: string): number =>
  Math.max(1, unitsOf(currency) / 10 ** decimalsOf(other));

import { DECIMALS_MAX } from "../../http/input/amount.ts";
import type { FieldProblem } from "../../http/output/errors.ts";

/** Currencies without decimals, by ISO 4217; a test holds them against Intl, which takes a thousand times as long to ask. */
const WHOLE = new Set("BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));

/** How many decimals amounts of a currency have here; two of an unknown one. */
export const decimalsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : DECIMALS_MAX);

/** The least amount of a currency, in hundredths. */
export const leastOf = (currency: string): number => 10 ** (DECIMALS_MAX - decimalsOf(currency));

/** An amount rounded half up to what the currency has, in hundredths. */
export const roundedIn = (currency: string, cents: number): number =>
  Math.round(cents / leastOf(currency)) * leastOf(currency);

/** The same, never too low. */
export const roundedUpIn = (currency: string, cents: number): number =>
  Math.ceil(cents / leastOf(currency)) * leastOf(currency);

/** What is wrong with amounts, by their fields and in hundredths: a hundredth of a yen is none. */
export function problemsOfAmounts(
  currency: string,
  amounts: Readonly<Record<string, number | null | undefined>>,
): FieldProblem[] {
  const limit = decimalsOf(currency);
  const least = leastOf(currency);
  return Object.entries(amounts)
    .filter(([, cents]) => (cents ?? 0) % least !== 0)
    .map(([field]) => ({
      field,
      type: "out_of_range",
      key: "validation.currency_decimals",
      params: { currency, limit },
    }));
}

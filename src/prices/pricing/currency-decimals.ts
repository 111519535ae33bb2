import { DECIMALS_MAX } from "../../http/input/amount.ts";
import type { FieldProblem } from "../../http/output/errors.ts";

/** How many decimals amounts of a currency have here; two of an unknown one. */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return Math.min(maximumFractionDigits ?? DECIMALS_MAX, DECIMALS_MAX);
}

/** What is wrong with amounts, by their fields and in hundredths: a hundredth of a yen is none. */
export function problemsOfAmounts(
  currency: string,
  amounts: Readonly<Record<string, number | null | undefined>>,
): FieldProblem[] {
  const limit = decimalsOf(currency);
  const least = 10 ** (DECIMALS_MAX - limit);
  return Object.entries(amounts)
    .filter(([, cents]) => (cents ?? 0) % least !== 0)
    .map(([field]) => ({
      field,
      type: "out_of_range",
      key: "validation.currency_decimals",
      params: { currency, limit },
    }));
}

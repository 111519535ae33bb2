import { Kind, Type, TypeRegistry } from "@sinclair/typebox";

/** The kinds of amounts, with the decimals that they may have: those without a currency beside them are stored in hundredths. */
const DECIMALS = { Amount: 2, AmountInCurrency: 3 } as const;

interface Bounds {
  minimum: number;
  maximum: number;
}
type Options = Bounds & { description?: string; examples?: number[] };

/** Numbers are exact up to this number of digits: 16.009999999999998 is what sums of 15 and 1.01 come to. */
const DIGITS = 15;

/** Whether a number has more decimals than are stored: it is refused, not rounded. */
const hasTooManyDecimals = (value: number, most: number): boolean => {
  const written = String(Number(value.toPrecision(DIGITS)));
  return written.includes("e-") || (written.split(".")[1]?.length ?? 0) > most;
};

for (const [kind, most] of Object.entries(DECIMALS)) {
  TypeRegistry.Set<Bounds>(
    kind,
    ({ minimum, maximum }, value) =>
      typeof value === "number" && value >= minimum && value <= maximum && !hasTooManyDecimals(value, most),
  );
}

/** The most decimals of an amount by its schema; `undefined` for other schemas. */
export const decimalsOfSchema = ({ [Kind]: kind }: { [Kind]?: unknown }): number | undefined =>
  kind === "Amount" || kind === "AmountInCurrency" ? DECIMALS[kind] : undefined;

/** An amount of money in a request: a number of at most two decimals, stored in cents. */
export const amountOf = (options: Options) => Type.Unsafe<number>({ type: "number", ...options, [Kind]: "Amount" });

/** The same with a currency that decides about its decimals, at most three: `problemsOfAmounts` says whether it has these. */
export const currencyAmountOf = (options: Options) =>
  Type.Unsafe<number>({ type: "number", ...options, [Kind]: "AmountInCurrency" });

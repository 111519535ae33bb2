import { Kind, Type, TypeRegistry } from "@sinclair/typebox";

const KIND = "Amount";
/** Amounts are stored in hundredths. */
export const DECIMALS_MAX = 2;

interface Bounds {
  minimum: number;
  maximum: number;
}

/** Numbers are exact up to this number of digits: 16.009999999999998 is what sums of 15 and 1.01 come to. */
const DIGITS = 15;

/** Whether a number has more decimals than are stored: it is refused, not rounded. */
const hasTooManyDecimals = (value: number): boolean => {
  const written = String(Number(value.toPrecision(DIGITS)));
  return written.includes("e-") || (written.split(".")[1]?.length ?? 0) > DECIMALS_MAX;
};

TypeRegistry.Set<Bounds>(
  KIND,
  ({ minimum, maximum }, value) =>
    typeof value === "number" && value >= minimum && value <= maximum && !hasTooManyDecimals(value),
);

export const isAmountSchema = (schema: { [Kind]?: unknown }): boolean => schema[Kind] === KIND;

/** An amount of money in a request: a number of at most two decimals, stored in cents. */
export const amountOf = (options: Bounds & { description?: string; examples?: number[] }) =>
  Type.Unsafe<number>({ type: "number", ...options, [Kind]: KIND });

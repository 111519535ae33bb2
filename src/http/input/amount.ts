import { Kind, Type, TypeRegistry } from "@sinclair/typebox";

const KIND = "Amount";
/** Amounts are kept in hundredths. */
export const DECIMALS_MAX = 2;

interface Bounds {
  minimum: number;
  maximum: number;
}

/** Whether a number is written with more decimals than are kept: it is refused, not rounded. */
const hasTooManyDecimals = (value: number): boolean => {
  const written = String(value);
  return /e-/.test(written) || (written.split(".")[1]?.length ?? 0) > DECIMALS_MAX;
};

TypeRegistry.Set<Bounds>(
  KIND,
  ({ minimum, maximum }, value) =>
    typeof value === "number" && value >= minimum && value <= maximum && !hasTooManyDecimals(value),
);

export const isAmountSchema = (schema: { [Kind]?: unknown }): boolean => schema[Kind] === KIND;

/** An amount of money in a request: a number of at most two decimals, kept in cents. */
export const amountOf = (options: Bounds & { description?: string; examples?: number[] }) =>
  Type.Unsafe<number>({ type: "number", ...options, [Kind]: KIND });

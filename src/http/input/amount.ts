import { Kind, Type, TypeRegistry } from "@sinclair/typebox";

const KIND = "Amount";
/** What rounds half up to a cent. */
const LEAST = 0.005;

interface Bounds {
  minimum: number;
  maximum: number;
}

/** Amounts are rounded to cents (S11.9), but what costs something never becomes free. */
const isFreeByRounding = (value: number): boolean => value > 0 && value < LEAST;

TypeRegistry.Set<Bounds>(
  KIND,
  ({ minimum, maximum }, value) =>
    typeof value === "number" && value >= minimum && value <= maximum && !isFreeByRounding(value),
);

export const isAmountSchema = (schema: { [Kind]?: unknown }): boolean => schema[Kind] === KIND;

/** An amount of money in a request: a number that is kept in cents. One that is not 0 is not rounded to 0 either. */
export const amountOf = (options: Bounds & { description?: string; examples?: number[] }) =>
  Type.Unsafe<number>({ type: "number", ...options, [Kind]: KIND });

import type { FieldProblem } from "../http/output/errors.ts";
import { findProductField, PRODUCT_FIELDS } from "./product-fields.ts";

/** Which fields a caller wants. `include` absent: all of them. */
export interface FieldChoice {
  include: readonly string[] | undefined;
  exclude: readonly string[] | undefined;
}

const unknown = (names: readonly string[] = [], parameter: string): FieldProblem[] =>
  names.flatMap((name, index) =>
    findProductField(name)
      ? []
      : { field: `${parameter}.${index}`, type: "invalid_value", key: "validation.unknown_field" },
  );

/**
 * The names of the columns: those included, in that order, without those excluded. A column is called what it was asked
 * for by. Problems instead when a name is unknown or no column is left.
 */
export function chooseProductFields({ include, exclude }: FieldChoice): string[] | { problems: FieldProblem[] } {
  const problems = [...unknown(include, "include_fields"), ...unknown(exclude, "exclude_fields")];
  if (problems.length > 0) return { problems };
  const excluded = new Set((exclude ?? []).map(findProductField));
  const wanted = new Set(include ?? PRODUCT_FIELDS.map(({ name }) => name));
  const left = [...wanted].filter((name) => !excluded.has(findProductField(name)));
  if (left.length > 0) return left;
  const field = exclude === undefined ? "include_fields" : "exclude_fields";
  return { problems: [{ field, type: "invalid_value", key: "exports.no_fields_left" }] };
}

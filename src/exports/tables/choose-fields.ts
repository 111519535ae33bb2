import type { FieldProblem } from "../../http/output/errors.ts";
import { EXPORT_FIELDS, findProductField } from "./exported-fields.ts";

/** Which fields a caller wants. `include` absent: all of them. */
export interface FieldChoice {
  include: readonly string[] | undefined;
  exclude: readonly string[] | undefined;
}

/** The fields that can be chosen. */
interface FieldCatalogue {
  fields: readonly { name: string }[];
  /** The field of that name or alias; `undefined` when there is none. */
  find: (name: string) => unknown;
}

const unknown = ({ find }: FieldCatalogue, names: readonly string[] = [], parameter: string): FieldProblem[] =>
  names.flatMap((name, index) =>
    find(name) ? [] : { field: `${parameter}.${index}`, type: "invalid_value", key: "validation.unknown_field" },
  );

/**
 * The names of the columns: those included, in that order, without those excluded. A column has the name that the request
 * used. Problems instead when a name is unknown or no column is left.
 */
export function chooseFields(
  catalogue: FieldCatalogue,
  { include, exclude }: FieldChoice,
): string[] | { problems: FieldProblem[] } {
  const problems = [...unknown(catalogue, include, "include_fields"), ...unknown(catalogue, exclude, "exclude_fields")];
  if (problems.length > 0) return { problems };
  const { fields, find } = catalogue;
  const excluded = new Set((exclude ?? []).map(find));
  const wanted = new Set(include ?? fields.map(({ name }) => name));
  const left = [...wanted].filter((name) => !excluded.has(find(name)));
  if (left.length > 0) return left;
  const field = exclude === undefined ? "include_fields" : "exclude_fields";
  return { problems: [{ field, type: "invalid_value", key: "exports.no_fields_left" }] };
}

/** The same of products. */
export const chooseProductFields = (choice: FieldChoice) =>
  chooseFields({ fields: EXPORT_FIELDS, find: findProductField }, choice);

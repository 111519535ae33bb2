import type { FieldProblem } from "../../../http/output/errors.ts";
import type { ColumnMapping } from "../columns/column-mapping.ts";
import { attributeKey, type TargetField } from "../columns/target-fields.ts";
import type { ValidationRules } from "../rules/validation-rules.ts";

const TYPES = ["text", "number", "boolean", "date", "list"] as const satisfies readonly TargetField["type"][];

/** A column that becomes an attribute of a type. */
export interface CustomColumn {
  column: string;
  /** `attributes.<key>` */
  field: string;
  type?: (typeof TYPES)[number];
  /** A row without it fails. */
  required?: boolean;
}

const KEYS: ReadonlySet<string> = new Set(["column", "field", "type", "required"]);

/** What is wrong with `custom_columns` of a request; empty when they are `CustomColumn`s. */
export const checkCustomColumns = (
  custom: readonly Record<string, unknown>[],
  { columns, mapped }: { columns: readonly string[]; mapped: Readonly<Record<string, unknown>> },
): FieldProblem[] => {
  const seen = new Set<string>();
  return custom.flatMap((column, index) => {
    const path = `custom_columns.${index}`;
    const problems = [...problemsOf(column, path, columns)];
    const name = String(column["column"]);
    if (seen.has(name) || mapped[name]) {
      problems.push({ field: `${path}.column`, type: "invalid_value", key: "mapping.column_twice" });
    }
    seen.add(name);
    return problems;
  });
};

function* problemsOf(
  custom: Record<string, unknown>,
  path: string,
  columns: readonly string[],
): Generator<FieldProblem> {
  const { column, field, type = "text", required = false } = custom;
  if (typeof column !== "string" || column === "") yield { field: `${path}.column`, type: "missing" };
  else if (!columns.includes(column)) {
    yield { field: `${path}.column`, type: "invalid_value", key: "mapping.unknown_column", params: { column } };
  }
  if (typeof field !== "string" || attributeKey(field) === undefined) {
    yield { field: `${path}.field`, type: "invalid_value", key: "mapping.attribute_field" };
  }
  if (!TYPES.some((each) => each === type)) {
    const params = { allowed: TYPES.join(", ") };
    yield { field: `${path}.type`, type: "invalid_value", key: "validation.one_of", params };
  }
  if (typeof required !== "boolean") yield { field: `${path}.required`, type: "wrong_type", key: "validation.boolean" };
  for (const name of Object.keys(custom)) {
    if (!KEYS.has(name)) yield { field: `${path}.${name}`, type: "invalid_value", key: "validation.unknown_field" };
  }
}

/** The columns as entries of a mapping. */
export const customMapping = (custom: readonly CustomColumn[]): ColumnMapping =>
  Object.fromEntries(custom.map(({ column, field }) => [column, field]));

/** The types by column. */
export const customTypes = (custom: readonly CustomColumn[]): ReadonlyMap<string, TargetField["type"]> =>
  new Map(custom.map(({ column, type = "text" }) => [column, type]));

/** A rule for each that a row must have. */
export const customRules = (custom: readonly CustomColumn[]): ValidationRules =>
  Object.fromEntries(custom.flatMap(({ field, required }) => (required ? [[field, { required: true }]] : [])));

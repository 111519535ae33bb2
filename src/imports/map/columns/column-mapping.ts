import type { FieldProblem } from "../../../http/output/errors.ts";
import { findTarget } from "./target-fields.ts";

/** Where the values of each column go, by column: a field, a field in a language, or nowhere (`null` or ""). */
export type ColumnMapping = Record<string, string | null | { field: string; language: string }>;

/** The parts of a column's place. */
export interface MappedTarget {
  field: string;
  /** `null` when the mapping names none. */
  language: string | null;
}

const IDENTIFIERS: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference"]);

/** The place a value of a mapping names; `undefined` when it names none. */
export function mappedTarget(value: ColumnMapping[string] | undefined): MappedTarget | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  return typeof value === "string" ? { field: value, language: null } : value;
}

const isTargetForm = (value: unknown): value is ColumnMapping[string] => {
  if (value === null || typeof value === "string") return true;
  if (typeof value !== "object") return false;
  const { field, language } = value as Record<string, unknown>; // An object has properties of unknown types.
  return typeof field === "string" && typeof language === "string";
};

/** What is wrong with `column_mapping` of a request; empty when it can be used. */
export function checkMapping(
  mapping: Record<string, unknown>,
  {
    columns,
    enabledLanguages,
    computed = [],
  }: { columns: readonly string[]; enabledLanguages: readonly string[]; computed?: readonly Record<string, unknown>[] },
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const known = new Set(columns);
  const taken = new Map<string, string>();
  let isIdentified = computed.some(({ field }) => IDENTIFIERS.has(findTarget(String(field))?.name ?? ""));
  for (const [column, value] of Object.entries(mapping)) {
    const refuse = refusal(`column_mapping.${column}`, column);
    if (!isTargetForm(value)) {
      problems.push(refuse("mapping.target_form", {}));
      continue;
    }
    const place = mappedTarget(value);
    if (!place) continue;
    const problem = known.has(column)
      ? placeProblem(place, { enabledLanguages, taken, column, refuse })
      : refuse("mapping.unknown_column", {});
    if (problem) problems.push(problem);
    isIdentified ||= IDENTIFIERS.has(findTarget(place.field)?.name ?? "");
  }
  if (!isIdentified) problems.push({ field: "column_mapping", type: "missing", key: "mapping.identifier_missing" });
  return problems;
}

type Refuse = (key: NonNullable<FieldProblem["key"]>, params: Record<string, string>) => FieldProblem;

const refusal =
  (field: string, column: string): Refuse =>
  (key, params) => ({ field, type: "invalid_value", key, params: { column, ...params } });

function placeProblem(
  { field, language }: MappedTarget,
  context: { enabledLanguages: readonly string[]; taken: Map<string, string>; column: string; refuse: Refuse },
): FieldProblem | undefined {
  const { enabledLanguages, taken, column, refuse } = context;
  const target = findTarget(field);
  if (!target) return refuse("mapping.unknown_target", { target: field });
  if (language !== null && !enabledLanguages.includes(language)) return refuse("mapping.language", { language });
  if (language !== null && !target.translatable) return refuse("mapping.not_translatable", { target: field });
  if (target.repeatable) return undefined;
  const place = language === null ? target.name : `${target.name} (${language})`;
  const other = taken.get(place);
  taken.set(place, column);
  return other === undefined ? undefined : refuse("mapping.target_taken", { target: place, column: other });
}

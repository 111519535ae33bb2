import type { RowMappingSettings } from "../row/mapping-settings.ts";
import { mappedTarget } from "./column-mapping.ts";
import { findTarget } from "./target-fields.ts";

const REFERENCES: ReadonlySet<string> = new Set(["sku", "supplier_reference"]);

function isKey(field: string): boolean {
  const target = findTarget(field);
  return target !== undefined && (target.type === "ean" || REFERENCES.has(target.name));
}

const keysOf = <T>(values: Record<string, T>, fieldOf: (name: string, value: T) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isKey(fieldOf(name, value))));

/**
 * The part of a mapping that says which product a row means: what rows are known by is read with it as with the whole, in
 * half the time. Rules may set anything, so with rules it is the whole.
 */
export function keyMapping(settings: RowMappingSettings): RowMappingSettings {
  if (settings.autoRules.length > 0) return settings;
  return {
    ...settings,
    columnMapping: keysOf(settings.columnMapping, (_, value) => mappedTarget(value)?.field ?? ""),
    computedColumns: settings.computedColumns.filter(({ field }) => isKey(field)),
    defaultValues: keysOf(settings.defaultValues, (field) => field),
    validationRules: {},
  };
}

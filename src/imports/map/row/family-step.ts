import type { ColumnMapping } from "../columns/column-mapping.ts";
import { mappedTarget } from "../columns/column-mapping.ts";
import type { Step } from "./draft.ts";
import { findLayout } from "./family-layouts.ts";
import type { FamilyLayout } from "./family-mark.ts";
import type { RowMappingSettings } from "./mapping-settings.ts";

/** Fields that variants of one product differ in. */
const OPTIONS: ReadonlySet<string> = new Set(["color", "size", "material", "pattern", "style"]);

/** How the columns of a file write products and their variants as rows; `undefined` when each row is a product. */
export function layoutOf(columns: readonly string[], mapping: ColumnMapping): FamilyLayout | undefined {
  const fieldOf = (column: string) =>
    Object.hasOwn(mapping, column) ? mappedTarget(mapping[column])?.field : undefined;
  return findLayout(columns, {
    sku: columns.find((column) => fieldOf(column) === "sku"),
    options: columns.filter((column) => OPTIONS.has(fieldOf(column) ?? "")),
  });
}

/** The layout by which the rows of an import belong together, as far as it is wanted. */
export const familyLayout = ({
  columns,
  columnMapping,
  importOptions,
}: RowMappingSettings): FamilyLayout | undefined =>
  importOptions.linkVariants ? layoutOf(columns, columnMapping) : undefined;

/** Notes what each row is of its product. The rows must come in their order, from the first. */
export function* familySteps(settings: RowMappingSettings): Generator<Step> {
  const read = familyLayout(settings)?.open(settings.children ?? new Map());
  if (!read) return;
  yield ({ row }, cells) => {
    row.family = read(cells);
  };
}

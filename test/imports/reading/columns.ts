import { suggestMapping } from "../../../src/imports/map/columns/suggest-mapping.ts";
import { classifyEan } from "../../../src/imports/map/values/ean-of-cell.ts";
import type { ColumnFacts } from "../../../src/imports/parse/analyze/column-facts.ts";

/** A column as it is after its file was read. */
export const column = (name: string, values: readonly string[]): ColumnFacts => ({
  name,
  sampled: values.length,
  distinct: new Set(values).size,
  eanShare: values.filter((value) => "ean" in classifyEan(value)).length / Math.max(1, values.length),
  values,
});
/** The values of twenty rows. */
export const many = (of: (index: number) => string) => Array.from({ length: 20 }, (_, index) => of(index));
export const skus = column(
  "SKU",
  many((index) => `A-${index}`),
);
export const names = column(
  "name",
  many((index) => `Chair of oak ${index}`),
);
/** What is suggested for columns where English is enabled. */
export const suggest = (columns: ColumnFacts[], arePaths = false) => suggestMapping(columns, ["en"], { arePaths });

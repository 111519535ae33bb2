import type { Import } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Names } from "../../products/changes/set/names.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { LANGUAGE_COLUMN } from "../../text/language-column.ts";
import { optionsOf } from "../map/saved-mapping.ts";
import type { RowSupplier, RunSettings } from "./row/chunk-row.ts";

/** What holds for every row of a run of this import. */
export const settingsOf = (
  found: Import,
  supplier: { id: string; code: string } | undefined,
  pivot: string,
): RunSettings => ({
  importId: found.id,
  supplier: supplier ? { id: supplier.id, code: supplier.code } : null,
  pivot,
  showsPivot: found.columns.includes(LANGUAGE_COLUMN),
  language: found.language === "fr" ? "fr" : "en",
  options: optionsOf(found),
});

/** The supplier an import names, made among `suppliers` when there is none with that code; `undefined` when it names none. */
export async function findSupplierOf(
  db: Reader,
  { supplierId, supplierCode }: Import,
  suppliers: Names["suppliers"],
): Promise<RowSupplier | undefined> {
  if (supplierId !== null) return Supplier.table.find(db, supplierId);
  const [supplier] = supplierCode === null ? [] : await suppliers.findAll(db, [supplierCode]);
  return supplier;
}

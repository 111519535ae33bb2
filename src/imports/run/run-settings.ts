import type { Import } from "../../../db/imports/imports.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { LANGUAGE_COLUMN } from "../../exports/language-column.ts";
import { matchSuppliers } from "../../suppliers/match-suppliers.ts";
import { Supplier } from "../../suppliers/supplier.ts";
import { optionsOf } from "../map/saved-mapping.ts";
import type { RunSettings } from "./row/chunk-row.ts";

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

/** The supplier an import names, made when there is none with that code; `undefined` when it names none. */
export async function findSupplierOf(tx: Tx, { supplierId, supplierCode }: Import, context: MutationContext) {
  if (supplierId !== null) return Supplier.table.find(tx, supplierId);
  if (supplierCode === null) return undefined;
  const [supplier] = (await matchSuppliers(tx, [supplierCode], { create: true }, context)).values();
  return supplier;
}

import { markProcessing, markTold } from "../../../db/imports/import-run.ts";
import type { Import } from "../../../db/imports/imports.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { LANGUAGE_COLUMN } from "../../exports/language-column.ts";
import { findLanguages } from "../../settings/languages.ts";
import { matchSuppliers } from "../../suppliers/match-suppliers.ts";
import { Supplier } from "../../suppliers/supplier.ts";
import { optionsOf } from "../map/saved-mapping.ts";
import { factsOf, requireImport } from "../require-import.ts";
import { nextStatus } from "../states.ts";
import type { RunSettings } from "./chunk-row.ts";
import { importStarted } from "./import-events.ts";

/**
 * Notes that the rows of an import are being read, also when it goes on after an interruption, and makes its supplier if
 * there is none with that code. `undefined` when the import has ended meanwhile.
 */
export const beginImport = mutation(
  "imports.begin",
  async (tx, { id }: { id: string }, context): Promise<RunSettings | undefined> => {
    const found = await requireImport(tx, id);
    const status = nextStatus("begin", factsOf(found));
    if (!status) return undefined;
    const supplier = await findSupplierOf(tx, found, context);
    await markProcessing(tx, { id, status, supplierId: supplier?.id ?? null, nowMs: context.now() });
    if (await markTold(tx, id)) await emitEvents(tx, [importStarted(found)], context);
    const { pivot } = await findLanguages(tx);
    return settingsOf(found, supplier, pivot);
  },
);

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

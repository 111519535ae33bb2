import type { ProductRow } from "../../db/products/product-row.ts";
import type { ErrorCode } from "../http/error-codes.ts";
import { ApiError, type ApiErrorOptions, invalidBody } from "../http/errors.ts";
import { applyFields } from "../products/apply-fields.ts";
import { newProductRow } from "../products/new-product-row.ts";
import { duplicateEan } from "../products/refuse-duplicate-ean.ts";
import { type Draft, draftOf, GENERIC } from "./draft.ts";
import type { UpsertItem, Workspace } from "./workspace.ts";

/** Why an item was refused: plain data that crosses threads. */
export interface Fault {
  code: ErrorCode;
  options: ApiErrorOptions;
}

/** What became of an item. */
export type Outcome = { id: string; created: boolean } | { fault: Fault };

/** How a surface finds the product that an item means. Throws what is wrong with the item. */
export type FindDraft = (workspace: Workspace, item: UpsertItem) => Draft | undefined;

const textIn = ({ values }: UpsertItem, field: string): string | undefined =>
  typeof values[field] === "string" ? values[field] : undefined;

/** Throws DUPLICATE_EAN when a variant of another product has the item's code. */
export function refuseVariantCode(workspace: Workspace, { gtin14, values }: UpsertItem, productId?: string): void {
  const variant = workspace.variantOf(gtin14, productId);
  if (!variant) return;
  const { id, isDeleted } = variant;
  throw duplicateEan(String(values["barcode"] ?? gtin14), { id, type: "variant", deleted: isDeleted });
}

/** The item's fields with ids in place of names; what there is not gets one. Throws VALIDATION_FAILED for a category. */
function resolveNames(workspace: Workspace, { values }: UpsertItem): Record<string, unknown> {
  const { brand_name: brand, supplier_code: supplier, category_id: category, stock: _stock, ...fields } = values;
  if (brand !== undefined) fields["brand_id"] ??= typeof brand === "string" ? workspace.brands.idOf(brand) : null;
  if (supplier === null) fields["supplier_id"] ??= null;
  if (category === undefined) return fields;
  const id = typeof category === "string" && category !== "" ? category.toLowerCase() : null;
  if (id !== null && !workspace.hasCategory(id)) {
    throw invalidBody([{ field: "category_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
  return { ...fields, category_id: id };
}

/** The supplier that an item names: it becomes the main one where there is none, or where the item replaces all. */
function nameSupplier(workspace: Workspace, row: ProductRow, code: string | undefined, replaces: boolean) {
  const supplierId = code === undefined ? null : workspace.suppliers.idOf(code);
  const becomesMain = supplierId !== null && (row.supplierId === null || replaces);
  return { supplierId, fields: becomesMain ? { supplier_id: supplierId } : {} };
}

/** A main supplier, and one that is named, is among the product's suppliers. */
function noteLinks(workspace: Workspace, draft: Draft, ids: readonly (string | null)[]): void {
  for (const id of ids) if (id !== null && !workspace.isLinked(draft, id)) draft.links.add(id);
}

/** The row that an item's values are put into: a new one, one that comes back, or the product's own. */
function startingRow({ row }: Draft): ProductRow {
  return row.deletedAtMs === null ? row : { ...row, deletedAtMs: null };
}

/**
 * Puts an item's values into the product it means, or into a new one. All that can be wrong with it is thrown before
 * anything has changed. `replaces`: a supplier that it names becomes the main one whoever was.
 */
export function applyItem(
  workspace: Workspace,
  item: UpsertItem,
  target: Draft | undefined,
  { newId, nowMs, replaces = false }: { newId: () => string; nowMs: number; replaces?: boolean },
): { draft: Draft; created: boolean; changed: string[] } {
  const draft = target ?? draftOf(undefined, newProductRow({ id: newId(), nowMs }));
  const created = target === undefined || target.row.deletedAtMs !== null;
  if (created && textIn(item, "name") === undefined) throw invalidBody([{ field: "name", type: "missing" }]);
  const fields = resolveNames(workspace, item);
  const start = startingRow(draft);
  const supplier = nameSupplier(workspace, start, textIn(item, "supplier_code"), replaces);
  const { row, changed } = applyFields(start, { ...supplier.fields, ...fields });
  // Nothing is refused from here on.
  workspace.change(draft, row);
  for (const field of changed) draft.changed.add(field);
  if (created) draft.isCreation = true;
  const { supplierId } = supplier;
  noteLinks(workspace, draft, changed.includes("supplier_id") ? [row.supplierId, supplierId] : [supplierId]);
  const { stock } = item.values;
  if (typeof stock === "number") draft.stock.set(supplierId ?? GENERIC, stock);
  return { draft, created, changed };
}

/** Applies items one after the other: the fault of one leaves the others, and what earlier ones did is there for later ones. */
export function applyItems(
  workspace: Workspace,
  items: readonly (UpsertItem | Fault)[],
  find: FindDraft,
  context: { newId: () => string; nowMs: number },
): Outcome[] {
  return items.map((item) => {
    if ("code" in item) return { fault: item };
    try {
      const { draft, created } = applyItem(workspace, item, find(workspace, item), context);
      workspace.brands.keep();
      workspace.suppliers.keep();
      return { id: draft.row.id, created };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      workspace.brands.drop();
      workspace.suppliers.drop();
      return { fault: { code: error.code, options: error.options } };
    }
  });
}

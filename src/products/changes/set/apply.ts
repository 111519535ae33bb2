import type { StoredRow } from "../../../../db/products/product-row.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { applyFields } from "../../fields/apply-fields.ts";
import { newProductRow } from "../new-product-row.ts";
import { type ChangeSet, type PendingChange, pendingChange } from "./change-set.ts";
import { type Fault, faultOf, type Item } from "./items.ts";
import type { MatchRule } from "./match.ts";
import { GENERIC } from "./product-change.ts";

/** What became of an item. */
export type Outcome = { id: string; created: boolean } | { fault: Fault };

const textIn = ({ values }: Item, field: string): string | undefined =>
  typeof values[field] === "string" ? values[field] : undefined;

/** The item's fields with ids in place of names; what there is not gets one. Throws VALIDATION_FAILED for a category. */
function resolveNames(set: ChangeSet, { values }: Item): Record<string, unknown> {
  const { brand_name: brand, supplier_code: supplier, category_id: category, stock: _stock, ...fields } = values;
  if (brand !== undefined)
    fields["brand_id"] ??= typeof brand === "string" ? (set.names.brands.find(brand)?.id ?? null) : null;
  if (supplier === null) fields["supplier_id"] ??= null;
  if (category === undefined) return fields;
  const id = typeof category === "string" && category !== "" ? category.toLowerCase() : null;
  if (id !== null && !set.names.categoryIds.has(id)) {
    throw invalidBody([{ field: "category_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
  return { ...fields, category_id: id };
}

/** The supplier that an item names: it becomes the main one where there is none, or where the item replaces all. */
function nameSupplier(set: ChangeSet, row: StoredRow, code: string | undefined, replaces: boolean) {
  const supplierId = code === undefined ? null : (set.names.suppliers.find(code)?.id ?? null);
  const becomesMain = supplierId !== null && (row.supplierId === null || replaces);
  return { supplierId, fields: becomesMain ? { supplier_id: supplierId } : {} };
}

/** A main supplier, and one that is named, is among the product's suppliers. */
function noteLinks(set: ChangeSet, change: PendingChange, ids: readonly (string | null)[]): void {
  for (const id of ids) if (id !== null && !set.isLinked(change, id)) change.links.add(id);
}

/** The row that an item's values are put into: a new one, one that comes back, or the product's own. */
function startingRow({ row }: PendingChange): StoredRow {
  return row.deletedAtMs === null ? row : { ...row, deletedAtMs: null };
}

/**
 * Puts an item's values into the product it means, or into a new one. All that can be wrong with it is thrown before
 * anything has changed. `replaces`: a supplier that it names becomes the main one.
 */
export function applyItem(
  set: ChangeSet,
  item: Item,
  target: PendingChange | undefined,
  { newId, nowMs, replaces = false }: { newId: () => string; nowMs: number; replaces?: boolean },
): { change: PendingChange; created: boolean; changed: string[] } {
  const change = target ?? pendingChange(undefined, newProductRow({ id: newId(), nowMs }));
  const created = target === undefined || target.row.deletedAtMs !== null;
  if (created && textIn(item, "name") === undefined) throw invalidBody([{ field: "name", type: "missing" }]);
  const fields = resolveNames(set, item);
  const start = startingRow(change);
  const supplier = nameSupplier(set, start, textIn(item, "supplier_code"), replaces);
  const { row, changed } = applyFields(start, { ...supplier.fields, ...fields });
  // Nothing is refused from here on.
  set.change(change, row, changed);
  if (created) change.isCreation = true;
  const { supplierId } = supplier;
  noteLinks(set, change, changed.includes("supplier_id") ? [row.supplierId, supplierId] : [supplierId]);
  const { stock } = item.values;
  if (typeof stock === "number") change.stock.set(supplierId ?? GENERIC, stock);
  set.storeNames();
  return { change, created, changed };
}

/** Applies items one after the other: the fault of one leaves the others, and what earlier ones did is there for later ones. */
export function applyItems(
  set: ChangeSet,
  items: readonly (Item | Fault)[],
  match: MatchRule,
  context: { newId: () => string; nowMs: number },
): Outcome[] {
  return items.map((item) => {
    if ("code" in item) return { fault: item };
    try {
      const { change, created } = applyItem(set, item, match(set, item), context);
      return { id: change.row.id, created };
    } catch (error) {
      const fault = faultOf(error);
      set.dropNames();
      return { fault };
    }
  });
}

import { type MutationContext, mutation, type Reader } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { commitSet } from "../changes/commit/commit-set.ts";
import { loadReferences, type ResolveReferences } from "../changes/resolve-references.ts";
import type { ChangeSet } from "../changes/set/change-set.ts";
import { refuseTakenCode } from "../changes/set/codes.ts";
import { type Fault, faultOf, itemOfValues } from "../changes/set/items.ts";
import { loadChangeSet } from "../changes/set/load.ts";
import { applyFields } from "../fields/apply-fields.ts";

/** One item of a bulk: its place in the request, and values that `readFields` made. */
export interface BulkItem {
  index: number;
  /** In lower case. */
  id: string;
  values: Record<string, unknown>;
}

/** An item that was refused, as it crosses threads. */
export interface RefusedItem extends Fault {
  index: number;
}

/** Applies an item wholly or not at all. Throws what refuses it. */
export function applyItem(set: ChangeSet, { id, values }: BulkItem, resolve: ResolveReferences): void {
  const change = set.changes.get(id);
  if (change?.row.deletedAtMs !== null) throw new ApiError("PRODUCT_NOT_FOUND");
  const { row, changed } = applyFields(change.row, resolve(values));
  if (changed.length === 0) return;
  const { ean, gtin14 } = row;
  if (gtin14 !== change.row.gtin14) refuseTakenCode(set, { ean: ean ?? "", gtin14, productId: id });
  set.change(change, row, changed);
}

/** Loads the products that items name by id, and the products that hold the codes they are to get. */
export function loadBulk(db: Reader, items: readonly BulkItem[], context: MutationContext): Promise<ChangeSet> {
  const claims = items.map(({ values }) => ({ gtin14: itemOfValues(values).gtin14, reference: null, values: {} }));
  return loadChangeSet(db, claims, context, [...new Set(items.map(({ id }) => id))]);
}

/**
 * Changes many products, each item wholly or not at all, in their order: what one does, the next one sees. Returns the
 * items that were refused. The number of statements does not grow with the items.
 */
export const updateInBulk = mutation(
  "products.update-in-bulk",
  async (tx, { items }: { items: BulkItem[] }, context): Promise<{ refused: RefusedItem[] }> => {
    const set = await loadBulk(tx, items, context);
    const resolve = await loadReferences(
      tx,
      items.map(({ values }) => values),
    );
    const refused: RefusedItem[] = [];
    for (const item of items) {
      try {
        applyItem(set, item, resolve);
      } catch (error) {
        refused.push({ index: item.index, ...faultOf(error) });
      }
    }
    await commitSet(tx, set, context);
    return { refused };
  },
);

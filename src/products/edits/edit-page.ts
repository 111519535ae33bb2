import { editedProducts } from "../../../db/bulk-edits/edited-products.ts";
import type { ChangedField } from "../../../db/history/product-changes.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { applyItem, loadBulk } from "../bulk/update-in-bulk.ts";
import { commitSet } from "../changes/commit/commit-set.ts";
import { loadReferences } from "../changes/resolve-references.ts";
import type { ChangeSet, PendingChange } from "../changes/set/change-set.ts";
import { faultOf } from "../changes/set/items.ts";
import { fieldChanges } from "../fields/field-changes.ts";
import { authorOf, type BulkEdit, BulkEdits } from "./bulk-edit.ts";

interface EditedPage {
  id: string;
  productIds: string[];
  /** The row of the last of them. */
  afterRow: number;
}

const changesOf = ({ before, row, changed }: PendingChange): ChangedField[] =>
  fieldChanges(before, row, [...changed]).map(({ field, before: was, after }) => [field, was ?? null, after ?? null]);

/** Hides a product, unless it is hidden already. */
function hide(set: ChangeSet, id: string, nowMs: number): void {
  const change = set.changes.get(id);
  if (change?.row.deletedAtMs !== null) return;
  set.change(change, { ...change.row, deletedAtMs: nowMs } satisfies StoredRow, ["deleted_at"]);
}

/** Changes these products as the edit says. Returns those that were refused, with why. */
async function applyTo(tx: Tx, { action, givenValues }: BulkEdit, set: ChangeSet, ids: string[], nowMs: number) {
  const resolve = await loadReferences(tx, [givenValues]);
  return ids.flatMap((id) => {
    try {
      if (action === "delete") hide(set, id, nowMs);
      else applyItem(set, { index: 0, id, values: givenValues }, resolve);
      return [];
    } catch (error) {
      return [{ productId: id, fault: faultOf(error) }];
    }
  });
}

/** Changes some of the products of an edit, and notes how far it is. Answers whether the edit goes on. */
export const editPage = mutation(
  "bulk-edits.edit-page",
  async (tx, { id: runId, productIds, afterRow }: EditedPage, context: MutationContext): Promise<boolean> => {
    const edit = await BulkEdits.find(tx, runId);
    if (edit?.status !== "running") return false;
    if (edit.afterRow >= afterRow) return true;
    const { givenValues: values } = edit;
    const set = await loadBulk(
      tx,
      productIds.map((id) => ({ index: 0, id, values })),
      context,
    );
    const refused = await applyTo(tx, edit, set, productIds, context.now());
    const changed = [...set.changes.values()].filter(({ before, row }) => before !== undefined && row !== before);
    await commitSet(tx, set, context, { author: authorOf(edit) });
    await editedProducts.insertAll(tx, [
      ...changed.map((change) => ({
        runId,
        productId: change.row.id,
        outcome: "changed" as const,
        changes: changesOf(change),
      })),
      ...refused.map(({ productId, fault }) => ({ runId, productId, outcome: "failed" as const, fault })),
    ]);
    const counts = {
      changed: changed.length,
      failed: refused.length,
      unchanged: productIds.length - changed.length - refused.length,
    };
    await BulkEdits.table.set(tx, { id: runId }, { afterRow }, counts);
    return true;
  },
);

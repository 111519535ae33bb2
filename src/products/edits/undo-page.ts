import { editedProducts } from "../../../db/bulk-edits/edited-products.ts";
import type { ChangedField } from "../../../db/history/product-changes.ts";
import { type MutationContext, mutation } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { centsOf } from "../../kit/cents.ts";
import { commit } from "../changes/commit/commit.ts";
import type { ProductChange } from "../changes/set/product-change.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { fieldValue } from "../fields/field-changes.ts";
import { PRICE_FIELDS } from "../fields/read-fields.ts";
import { authorOf, BulkEdits } from "./bulk-edit.ts";

/** Other changes may go in between. */
const AT_ONCE = 200;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const storedValue = ([field, before]: ChangedField): unknown =>
  typeof before === "number" && PRICE_FIELDS.includes(field) ? centsOf(before) : before;

/** A product as it was before an edit, as far as it is still what the edit made of it; `undefined`: nothing can be taken back. */
function formerOf(before: StoredRow, changes: readonly ChangedField[]): ProductChange | undefined {
  const own = changes.filter(([field, , after]) => isSame(fieldValue(before, field), after));
  if (own.some(([field]) => field === "deleted_at"))
    return { before, row: { ...before, deletedAtMs: null }, changed: ["deleted_at"] };
  if (before.deletedAtMs !== null) return undefined;
  const { row, changed } = applyFields(before, Object.fromEntries(own.map((each) => [each[0], storedValue(each)])));
  return changed.length > 0 ? { before, row: { ...before, ...row }, changed } : undefined;
}

/** Gives some products of an edit their former values. Answers whether there are more. */
export const undoPage = mutation(
  "bulk-edits.undo-page",
  async (tx, { id: runId }: { id: string }, context: MutationContext): Promise<boolean> => {
    const edit = await BulkEdits.find(tx, runId);
    if (edit?.status !== "undoing") return false;
    const where = { runId, outcome: "changed" as const };
    const items = await editedProducts.list(tx, { where, by: "productId", order: "asc", limit: AT_ONCE });
    const rows = new Map(
      (
        await findRowsByIds(
          tx,
          items.map(({ productId }) => productId),
        )
      ).map((row) => [row.id, row]),
    );
    const former = items.map((item) => {
      const row = rows.get(item.productId);
      const change = row && formerOf(row, item.changes);
      return { item, change, isWhole: change !== undefined && [...change.changed].length === item.changes.length };
    });
    await commit(
      tx,
      former.flatMap(({ change }) => change ?? []),
      context,
      { author: authorOf(edit) },
    );
    const whole = former.filter(({ isWhole }) => isWhole).map(({ item }) => item.productId);
    const partly = former.filter(({ isWhole }) => !isWhole).map(({ item }) => item.productId);
    if (whole.length > 0) await editedProducts.set(tx, { runId, productId: whole }, { outcome: "restored" });
    if (partly.length > 0) await editedProducts.set(tx, { runId, productId: partly }, { outcome: "kept" });
    await BulkEdits.table.set(tx, { id: runId }, {}, { restored: whole.length, kept: partly.length });
    return items.length === AT_ONCE;
  },
);

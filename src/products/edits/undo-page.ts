import { editedProducts } from "../../../db/bulk-edits/edited-products.ts";
import type { ChangedField } from "../../../db/history/product-changes.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { findTagLinks } from "../../../db/tags/product-tags.ts";
import { storeTags } from "../../reference/tags/assign-tags.ts";
import { isSameJson } from "../../text/unknown-values.ts";
import { commit } from "../changes/commit/commit.ts";
import type { ProductChange } from "../changes/set/product-change.ts";
import { applyFields } from "../fields/apply-fields.ts";
import { fieldValue } from "../fields/field-changes.ts";
import { storedValue } from "../fields/read-fields.ts";
import { authorOf, type BulkEdit, BulkEdits } from "./bulk-edit.ts";

/** Other changes may go in between. */
const AT_ONCE = 200;

/** A product as it was before an edit, as far as it is still what the edit made of it; `undefined`: nothing can be taken back. */
function formerOf(before: StoredRow, changes: readonly ChangedField[]): ProductChange | undefined {
  const own = changes.filter(([field, , after]) => isSameJson(fieldValue(before, field), after));
  if (own.some(([field]) => field === "deleted_at"))
    return { before, row: { ...before, deletedAtMs: null }, changed: ["deleted_at"] };
  if (before.deletedAtMs !== null) return undefined;
  const { row, changed } = applyFields(
    before,
    Object.fromEntries(own.map(([field, was]) => [field, storedValue(field, was)])),
  );
  return changed.length > 0 ? { before, row: { ...before, ...row }, changed } : undefined;
}

type Item = Awaited<ReturnType<typeof editedProducts.list>>[number];

/** Takes tags back: those that were given and are still there, and those that were taken and are still away. Answers the products that are wholly as before. */
async function untag(tx: Tx, edit: BulkEdit, items: readonly Item[], context: MutationContext): Promise<string[]> {
  const had = new Map<string, Set<string>>(items.map(({ productId }) => [productId, new Set()]));
  for (const { productId, tagId } of await findTagLinks(tx, [...had.keys()])) had.get(productId)?.add(tagId);
  const back = items.map(({ productId, changes: [change] }) => {
    // As `editPage` has stored it.
    const [, taken, given] = change as [string, string[], string[]];
    const now = had.get(productId);
    const stale = given.filter((id) => now?.has(id));
    const fresh = taken.filter((id) => !now?.has(id));
    return { productId, stale, fresh, isWhole: stale.length + fresh.length === taken.length + given.length };
  });
  await storeTags(
    tx,
    back.filter(({ stale, fresh }) => stale.length + fresh.length > 0),
    context,
    { author: authorOf(edit) },
  );
  return back.filter(({ isWhole }) => isWhole).map(({ productId }) => productId);
}

/** Gives products their former values. Answers those that are wholly as before. */
async function restore(tx: Tx, edit: BulkEdit, items: readonly Item[], context: MutationContext): Promise<string[]> {
  const found = await findRowsByIds(
    tx,
    items.map(({ productId }) => productId),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const former = items.map(({ productId, changes }) => {
    const row = rows.get(productId);
    const change = row && formerOf(row, changes);
    return { productId, change, isWhole: change !== undefined && [...change.changed].length === changes.length };
  });
  await commit(
    tx,
    former.flatMap(({ change }) => change ?? []),
    context,
    { author: authorOf(edit) },
  );
  return former.filter(({ isWhole }) => isWhole).map(({ productId }) => productId);
}

/** Gives some products of an edit their former values. Answers whether there are more. */
export const undoPage = mutation(
  "bulk-edits.undo-page",
  async (tx, { id: runId }: { id: string }, context: MutationContext): Promise<boolean> => {
    const edit = await BulkEdits.find(tx, runId);
    if (edit?.status !== "undoing") return false;
    const where = { runId, outcome: "changed" as const };
    const items = await editedProducts.list(tx, { where, by: "productId", order: "asc", limit: AT_ONCE });
    const whole = await (edit.action === "tag" ? untag : restore)(tx, edit, items, context);
    const restored = new Set(whole);
    const partly = items.map(({ productId }) => productId).filter((id) => !restored.has(id));
    if (whole.length > 0) await editedProducts.set(tx, { runId, productId: whole }, { outcome: "restored" });
    if (partly.length > 0) await editedProducts.set(tx, { runId, productId: partly }, { outcome: "kept" });
    await BulkEdits.table.set(tx, { id: runId }, {}, { restored: whole.length, kept: partly.length });
    return items.length === AT_ONCE;
  },
);

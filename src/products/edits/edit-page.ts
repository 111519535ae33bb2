import { editedProducts } from "../../../db/bulk-edits/edited-products.ts";
import type { ChangedField } from "../../../db/history/product-changes.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { ApiError } from "../../http/output/errors.ts";
import { storeTags, tagChanges, tooManyTags } from "../../reference/tags/assign-tags.ts";
import { applyItem, loadBulk } from "../bulk/update-in-bulk.ts";
import { commitSet } from "../changes/commit/commit-set.ts";
import { loadReferences } from "../changes/resolve-references.ts";
import type { ChangeSet, PendingChange } from "../changes/set/change-set.ts";
import { type Fault, faultOf } from "../changes/set/items.ts";
import { fieldChanges } from "../fields/field-changes.ts";
import { type Moving, moveAll } from "../workflow/move-products.ts";
import { authorOf, type BulkEdit, BulkEdits, tagsOf } from "./bulk-edit.ts";

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

/** What a page has done: what of each product, and what was refused. */
interface Done {
  changed: { productId: string; changes: ChangedField[] }[];
  refused: { productId: string; fault: Fault }[];
}

/** Gives products tags and takes tags off them. */
async function tagPage(tx: Tx, edit: BulkEdit, ids: string[], context: MutationContext): Promise<Done> {
  const { live, changes, full } = await tagChanges(tx, ids, tagsOf(edit.givenValues));
  await storeTags(tx, changes, context, { author: authorOf(edit) });
  const gone = ids.filter((id) => !live.has(id));
  return {
    changed: changes.map(({ productId, stale, fresh }) => ({ productId, changes: [["tags", stale, fresh]] })),
    refused: [
      ...gone.map((productId) => ({ productId, fault: faultOf(new ApiError("PRODUCT_NOT_FOUND")) })),
      ...full.map((productId) => ({ productId, fault: faultOf(tooManyTags()) })),
    ],
  };
}

/** Runs a workflow action on products. */
async function movePage(tx: Tx, edit: BulkEdit, ids: string[], context: MutationContext): Promise<Done> {
  // `readEdit` has checked them.
  const { action, comment = null } = edit.givenValues as unknown as Moving;
  const { moves, refused } = await moveAll(tx, { ids, action, comment }, context, { author: authorOf(edit) });
  return {
    changed: moves.map(({ before, after }) => ({
      productId: before.id,
      changes: [["workflow_status", before.workflowStatus, after.workflowStatus]],
    })),
    refused: refused.map(({ id: productId, ...fault }) => ({ productId, fault })),
  };
}

/** Gives products values, or hides them. */
async function setPage(tx: Tx, edit: BulkEdit, ids: string[], context: MutationContext): Promise<Done> {
  const { givenValues: values } = edit;
  const items = ids.map((id) => ({ index: 0, id, values }));
  const set = await loadBulk(tx, items, context);
  const refused = await applyTo(tx, edit, set, ids, context.now());
  const changed = [...set.changes.values()].filter(({ before, row }) => before !== undefined && row !== before);
  await commitSet(tx, set, context, { author: authorOf(edit) });
  return { changed: changed.map((change) => ({ productId: change.row.id, changes: changesOf(change) })), refused };
}
const PAGES = { set: setPage, delete: setPage, tag: tagPage, move: movePage };

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
    const { changed, refused } = await PAGES[edit.action](tx, edit, productIds, context);
    await editedProducts.insertAll(tx, [
      ...changed.map((each) => ({ runId, ...each, outcome: "changed" as const })),
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

import { mutation } from "../../db/ports.ts";
import { applyItems, type Fault, type FindDraft, type Outcome, refuseVariantCode } from "../upserts/apply-item.ts";
import { type UpsertItem, Workspace } from "../upserts/workspace.ts";
import { writeDrafts } from "../upserts/write-drafts.ts";

/** By EAN alone. Throws DUPLICATE_EAN for the code of a variant. */
const byEan: FindDraft = (workspace, item) => {
  const target = workspace.byGtin(item.gtin14);
  if (!target) refuseVariantCode(workspace, item);
  return target;
};

/**
 * Creates and updates products by their EANs, one item after the other; a soft-deleted one comes back. `items` is
 * `(UpsertItem | Fault)[]` as JSON, which crosses threads several times faster than what it stands for. Returns what
 * became of each item: the fault of one leaves the others.
 */
export const upsertProducts = mutation(
  "ext.upsert-products",
  async (tx, { items }: { items: string }, context): Promise<Outcome[]> => {
    // Written by the routes from such a list.
    const read = JSON.parse(items) as (UpsertItem | Fault)[];
    const sound = read.filter((item) => "values" in item);
    const workspace = await Workspace.open(tx, sound, context);
    const outcomes = applyItems(workspace, read, byEan, { newId: context.newId, nowMs: context.now() });
    await writeDrafts(tx, workspace, context, { source: "ext" });
    return outcomes;
  },
);

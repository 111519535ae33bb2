import { mutation } from "../../db/ports.ts";
import { applyItems, type Fault, type FindDraft, type Outcome, refuseVariantCode } from "../upserts/apply-item.ts";
import { type UpsertItem, Workspace } from "../upserts/workspace.ts";
import { writeDrafts } from "../upserts/write-drafts.ts";
import { refuseTakenReference } from "./refuse-taken-reference.ts";

/** By EAN, then by reference; no second product gets a reference. Throws DUPLICATE_EAN and DUPLICATE_RESOURCE. */
const byEanOrReference: FindDraft = (workspace, item) => {
  const byEan = workspace.byGtin(item.gtin14);
  const target = byEan ?? (item.reference === null ? undefined : workspace.byReference(item.reference));
  if (!byEan) refuseVariantCode(workspace, item, target?.row.id);
  if (byEan) refuseTakenReference(workspace, item, byEan);
  return target;
};

/**
 * Creates and updates the products that an ERP sends, one after the other. `items` is `(UpsertItem | Fault)[]` as JSON,
 * which crosses threads several times faster than what it stands for. Returns what became of each item.
 */
export const syncProducts = mutation(
  "appsync.sync-products",
  async (tx, { items }: { items: string }, context): Promise<Outcome[]> => {
    // Written by the routes from such a list.
    const read = JSON.parse(items) as (UpsertItem | Fault)[];
    const sound = read.filter((item) => "values" in item);
    const workspace = await Workspace.open(tx, sound, context);
    const outcomes = applyItems(workspace, read, byEanOrReference, { newId: context.newId, nowMs: context.now() });
    await writeDrafts(tx, workspace, context, { source: "appsync" });
    return outcomes;
  },
);

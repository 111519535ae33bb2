import { mutation, type Tx } from "../../db/ports.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { duplicateEan } from "../products/refuse-duplicate-ean.ts";
import { resolveReferences } from "../products/resolve-references.ts";
import { applyItem, refuseVariantCode } from "../upserts/apply-item.ts";
import type { Draft } from "../upserts/draft.ts";
import { type UpsertItem, Workspace } from "../upserts/workspace.ts";
import { writeDrafts } from "../upserts/write-drafts.ts";
import { findByRef } from "./find-by-ref.ts";
import { refuseTakenReference } from "./refuse-taken-reference.ts";

interface SyncChange {
  /** A reference or an EAN. */
  ref: string;
  /** What to change. */
  item: UpsertItem;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/** Replaces ids of brands and suppliers, which must exist, before their names are looked at, which need not. */
async function withKnownIds(tx: Tx, item: UpsertItem): Promise<UpsertItem> {
  const { brand_id, supplier_id } = item.values;
  return { ...item, values: { ...item.values, ...(await resolveReferences(tx, { brand_id, supplier_id })) } };
}

/** Throws DUPLICATE_EAN when another product or variant has the code. */
function refuseTakenCode(workspace: Workspace, item: UpsertItem, { row }: Draft): void {
  const holder = workspace.byGtin(item.gtin14);
  refuseVariantCode(workspace, item, row.id);
  if (!holder || holder.row.id === row.id) return;
  const { id, ean, deletedAtMs } = holder.row;
  throw duplicateEan(ean ?? "", { id, type: "product", deleted: deletedAtMs !== null });
}

/**
 * Changes the product that a reference or EAN names, and tells of it even when nothing is new. Returns its id. Throws
 * PRODUCT_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED, DUPLICATE_EAN and DUPLICATE_RESOURCE.
 */
export const changeSyncedProduct = mutation(
  "appsync.change-product",
  async (tx, { ref, item: sent, expected }: SyncChange, context): Promise<{ id: string }> => {
    const { id } = await findByRef(tx, ref);
    const item = await withKnownIds(tx, sent);
    const workspace = await Workspace.open(tx, [item], context, [id]);
    const draft = required(workspace.drafts.get(id), "product", ref);
    requireVersion(expected, draft.row.updatedAtUs);
    refuseTakenCode(workspace, item, draft);
    refuseTakenReference(workspace, item, draft);
    applyItem(workspace, item, draft, { newId: context.newId, nowMs: context.now() });
    workspace.brands.keep();
    workspace.suppliers.keep();
    await writeDrafts(tx, workspace, context, { source: "appsync", told: [draft] });
    return { id };
  },
);

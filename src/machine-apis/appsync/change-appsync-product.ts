import { mutation, type Tx } from "../../../db/ports.ts";
import { required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { resolveReferences } from "../../products/changes/resolve-references.ts";
import { applyItem } from "../../products/changes/set/apply.ts";
import { refuseTakenCode, refuseTakenReference } from "../../products/changes/set/codes.ts";
import type { Item } from "../../products/changes/set/items.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { findByRef } from "./find-by-ref.ts";

interface SyncChange extends Conditional {
  /** A reference or an EAN. */
  ref: string;
  /** What to change. */
  item: Item;
}

/** Replaces ids of brands and suppliers, which must exist, before their names are looked at, which need not. */
async function withKnownIds(tx: Tx, item: Item): Promise<Item> {
  const { brand_id, supplier_id } = item.values;
  return { ...item, values: { ...item.values, ...(await resolveReferences(tx, { brand_id, supplier_id })) } };
}

/**
 * Changes the product that a reference or EAN names, and emits an event even when nothing is new. Returns its id. Throws
 * PRODUCT_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED, DUPLICATE_EAN and DUPLICATE_RESOURCE.
 */
export const changeSyncedProduct = mutation(
  "appsync.change-product",
  async (tx, { ref, item: sent, expected }: SyncChange, context): Promise<{ id: string }> => {
    const { id } = await findByRef(tx, ref);
    const item = await withKnownIds(tx, sent);
    const set = await loadChangeSet(tx, [item], context, [id]);
    const change = required(set.changes.get(id), "product", ref);
    requireVersion(expected, change.row.updatedAtUs);
    refuseTakenCode(set, { ean: String(item.values["barcode"] ?? item.gtin14), gtin14: item.gtin14, productId: id });
    refuseTakenReference(set, item, change);
    applyItem(set, item, change, { newId: context.newId, nowMs: context.now() });
    change.isReported = true;
    await commitSet(tx, set, context, { source: "appsync" });
    return { id };
  },
);

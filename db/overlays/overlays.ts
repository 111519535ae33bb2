import { fixed, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const OVERLAY_STATUSES = ["active", "inactive", "draft"] as const;

const OVERLAY = {
  productId: TEXT,
  entityId: TEXT,
  internalReference: TEXT_OR_NULL,
  /** `null`: the product's own. */
  descriptionOverride: TEXT_OR_NULL,
  /** `null`: the product's own. */
  shortDescriptionOverride: TEXT_OR_NULL,
  status: wordColumn(OVERLAY_STATUSES),
  notes: TEXT_OR_NULL,
  createdAtMs: fixed(NUMBER),
  updatedAtUs: NUMBER,
};
export const overlayRows = keyedTable("product_entity", OVERLAY, ["productId", "entityId"]);
/** That a product is a member of an entity, and what the entity says otherwise of it. */
export type Overlay = ValuesOf<typeof OVERLAY>;

/** Stores a whole overlay, a new one too. */
export async function putOverlay(tx: Tx, given: Overlay, nowMs: number): Promise<Overlay> {
  const [overlay = given] = await numbered(tx, [given], nowMs);
  await overlayRows.save(tx, overlay);
  return overlay;
}

import { fixed, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
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
const table = keyedTable("product_entity", OVERLAY, ["productId", "entityId"]);
/** That a product is a member of an entity, and what the entity says otherwise of it. */
export type Overlay = ValuesOf<typeof OVERLAY>;

/** All overlays of a product, in no order. */
export const listOverlays = (db: Reader, productId: string): Promise<Overlay[]> =>
  table.list(db, { where: { productId } });

export const findOverlay = (db: Reader, productId: string, entityId: string): Promise<Overlay | undefined> =>
  table.find(db, { productId, entityId });

/** Stores a whole overlay, a new one too. */
export async function putOverlay(tx: Tx, given: Overlay, nowMs: number): Promise<Overlay> {
  const [overlay = given] = await numbered(tx, [given], nowMs);
  await table.save(tx, overlay);
  return overlay;
}

export const deleteOverlay = (tx: Tx, productId: string, entityId: string): Promise<number> =>
  table.erase(tx, { productId, entityId });

import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export const OVERLAY_STATUSES = ["active", "inactive", "draft"] as const;
export type OverlayStatus = (typeof OVERLAY_STATUSES)[number];

/** That a product is a member of an entity, and what the entity says otherwise of it. */
export interface Overlay {
  productId: string;
  entityId: string;
  internalReference: string | null;
  /** `null`: the product's own. */
  descriptionOverride: string | null;
  /** `null`: the product's own. */
  shortDescriptionOverride: string | null;
  status: OverlayStatus;
  notes: string | null;
  createdAtMs: number;
  updatedAtUs: number;
}

const COLUMNS = `product_id, entity_id, internal_reference, description_override, short_description_override, status, notes,
  created_at_ms, updated_at_us`;

const readOverlay = (row: Row): Overlay => ({
  productId: text(row, "product_id"),
  entityId: text(row, "entity_id"),
  internalReference: textOrNull(row, "internal_reference"),
  descriptionOverride: textOrNull(row, "description_override"),
  shortDescriptionOverride: textOrNull(row, "short_description_override"),
  // A check constraint holds the three words.
  status: text(row, "status") as OverlayStatus,
  notes: textOrNull(row, "notes"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

/** All overlays of a product, in no order. */
export const listOverlays = (db: Reader, productId: string): Promise<Overlay[]> =>
  db.all(
    `select ${COLUMNS} from product_entity where tenant_id = :tenant and product_id = :productId`,
    { productId },
    readOverlay,
  );

export const findOverlay = (db: Reader, productId: string, entityId: string): Promise<Overlay | undefined> =>
  db.first(
    `select ${COLUMNS} from product_entity
      where tenant_id = :tenant and product_id = :productId and entity_id = :entityId`,
    { productId, entityId },
    readOverlay,
  );

/** Stores a whole overlay, a new one too. */
export async function putOverlay(tx: Tx, given: Overlay, nowMs: number): Promise<Overlay> {
  const [overlay = given] = await numbered(tx, [given], nowMs);
  await tx.run(
    `insert into product_entity (tenant_id, product_id, entity_id, internal_reference, description_override,
        short_description_override, status, notes, created_at_ms, updated_at_us)
      values (:tenant, :productId, :entityId, :internalReference, :descriptionOverride, :shortDescriptionOverride,
        :status, :notes, :createdAtMs, :updatedAtUs)
      on conflict (tenant_id, product_id, entity_id) do update set internal_reference = excluded.internal_reference,
        description_override = excluded.description_override,
        short_description_override = excluded.short_description_override, status = excluded.status,
        notes = excluded.notes, updated_at_us = excluded.updated_at_us`,
    { ...overlay },
  );
  return overlay;
}

export const deleteOverlay = (tx: Tx, productId: string, entityId: string): Promise<number> =>
  tx.run("delete from product_entity where tenant_id = :tenant and product_id = :productId and entity_id = :entityId", {
    productId,
    entityId,
  });

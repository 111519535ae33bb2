import { listContentRecords } from "../../../db/content-variants/content-records.ts";
import { findOverlay, listOverlays, type Overlay } from "../../../db/overlays/overlays.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices } from "../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { Entity, type EntityRow, listActiveEntities } from "../../reference/entities/entity.ts";
import { findLanguages } from "../../settings/languages.ts";
import { nameKey } from "../../text/name-key.ts";
import { type OverlaidProduct, overlayBody } from "./overlay-body.ts";

/** A product and an entity, and what the entity says of it if the product is its member. */
export interface FoundOverlay {
  product: ProductRow;
  entity: EntityRow;
  overlay: Overlay | undefined;
}

/** Throws PRODUCT_NOT_FOUND, and NOT_FOUND for an unknown entity. */
export async function findOverlayOf(db: Reader, productId: string, entityId: string): Promise<FoundOverlay> {
  const product = await findLiveProduct(db, productId);
  const entity = await Entity.require(db, entityId);
  return { product, entity, overlay: await findOverlay(db, product.id, entity.id) };
}

/** What is needed to show a product as entities do. */
async function overlaidProduct(db: Reader, product: ProductRow, nowMs: number): Promise<OverlaidProduct> {
  const [{ pivot }, records, offers] = await Promise.all([
    findLanguages(db),
    listContentRecords(db, product.id),
    listOfferedPrices(db, [product.id]),
  ]);
  return { product, pivot, records, offers, nowMs };
}

/** A product at an entity, with the version of what is shown. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function showOverlay(
  db: Reader,
  { productId, entityId, nowMs }: { productId: string; entityId: string; nowMs: number },
) {
  const { product, entity, overlay } = await findOverlayOf(db, productId, entityId);
  const body = overlayBody(await overlaidProduct(db, product, nowMs), entity, overlay);
  // A price list may begin or end without a change of the product.
  return { body, version: product.updatedAtUs, variant: `${entity.version}_${body.price}_${body.currency}` };
}

/** A product at every active entity, those that it is a member of first. Throws PRODUCT_NOT_FOUND. */
export async function listOverlaysOf(db: Reader, productId: string, nowMs: number) {
  const product = await findLiveProduct(db, productId);
  const [overlaid, entities, overlays] = await Promise.all([
    overlaidProduct(db, product, nowMs),
    listActiveEntities(db),
    listOverlays(db, product.id),
  ]);
  const known = new Map(overlays.map((overlay) => [overlay.entityId, overlay]));
  const ordered = entities
    .map((entity) => ({ entity, order: `${known.has(entity.id) ? 0 : 1}${nameKey(entity.name)}\n${entity.id}` }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const items = ordered.map(({ entity }) => overlayBody(overlaid, entity, known.get(entity.id)));
  return { product_id: product.id, items, total: items.length };
}

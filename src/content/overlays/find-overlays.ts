import { type ContentRecord, listContentRecords } from "../../../db/content-variants/content-records.ts";
import { type Overlay, overlayRows } from "../../../db/overlays/overlays.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices, type OfferedPrice } from "../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { entityPriceOf } from "../../prices/pricing/applying/entity-price.ts";
import { shownAmount } from "../../prices/pricing/currency-decimals.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { languageChain, masterContent, resolveContent, withOverrides } from "../../products/views/resolve-content.ts";
import { Entity, type EntityRow, listActiveEntities } from "../../reference/entities/entity.ts";
import { findLanguages } from "../../settings/languages.ts";
import { isoOfUs } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import { textOrNull } from "../../text/unknown-values.ts";

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
  return { product, entity, overlay: await overlayRows.find(db, { productId: product.id, entityId: entity.id }) };
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
    overlayRows.list(db, { where: { productId: product.id } }),
  ]);
  const known = new Map(overlays.map((overlay) => [overlay.entityId, overlay]));
  const ordered = entities
    .map((entity) => ({ entity, order: `${known.has(entity.id) ? 0 : 1}${nameKey(entity.name)}\n${entity.id}` }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const items = ordered.map(({ entity }) => overlayBody(overlaid, entity, known.get(entity.id)));
  return { product_id: product.id, items, total: items.length };
}

/** What is needed to show a product as entities do. */
interface OverlaidProduct {
  product: ProductRow;
  pivot: string;
  /** All its texts besides its own. */
  records: readonly ContentRecord[];
  /** What price lists ask for it, the one that counts first. */
  offers: readonly OfferedPrice[];
  nowMs: number;
}

/** The texts of a product as an entity shows them where no configuration and no language is named. */
function textsAt({ product, pivot, records }: OverlaidProduct, entity: EntityRow, overlay: Overlay | undefined) {
  const textsOf = (entityId: string | null) =>
    records
      .filter((record) => record.entityId === entityId && record.configurationId === null)
      .map(({ language, content }) => [language, content] as const);
  const overrides = {
    description: overlay?.descriptionOverride,
    short_description: overlay?.shortDescriptionOverride,
  };
  const layers = {
    configuration: new Map(),
    entity: withOverrides(new Map(textsOf(entity.id)), overrides, entity.default_language ?? pivot),
    group: new Map([...textsOf(null), [pivot, masterContent(product)]]),
  };
  return resolveContent(layers, languageChain([entity.default_language], pivot), pivot).texts;
}

/** A product at an entity, as the API shows it; without an overlay it is no member. */
function overlayBody(overlaid: OverlaidProduct, entity: EntityRow, overlay: Overlay | undefined) {
  const texts = textsAt(overlaid, entity, overlay);
  const { priceCents, currency, source } = entityPriceOf(entity, overlaid.offers, {
    basePriceCents: overlaid.product.priceCents,
    atMs: overlaid.nowMs,
  });
  return {
    entity_id: entity.id,
    entity_name: entity.name,
    product_id: overlaid.product.id,
    is_member: overlay !== undefined,
    internal_reference: overlay?.internalReference ?? null,
    description_override: overlay?.descriptionOverride ?? null,
    short_description_override: overlay?.shortDescriptionOverride ?? null,
    description: textOrNull(texts.description),
    short_description: textOrNull(texts.short_description),
    status: overlay?.status ?? null,
    notes: overlay?.notes ?? null,
    price: shownAmount(currency, priceCents),
    currency,
    price_source: source,
    updated_at: overlay ? isoOfUs(overlay.updatedAtUs) : null,
  };
}

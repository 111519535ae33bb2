import type { ContentRecord } from "../../../db/content-variants/content-records.ts";
import type { Overlay } from "../../../db/overlays/overlays.ts";
import type { OfferedPrice } from "../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { entityPriceOf } from "../../prices/pricing/applying/entity-price.ts";
import { shownAmount } from "../../prices/pricing/currency-decimals.ts";
import { languageChain, masterContent, resolveContent, withOverrides } from "../../products/views/resolve-content.ts";
import type { EntityRow } from "../../reference/entities/entity.ts";
import { isoOfUs } from "../../text/instant.ts";
import { textOrNull } from "../../text/unknown-values.ts";

/** What is needed to show a product as entities do. */
export interface OverlaidProduct {
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
export function overlayBody(overlaid: OverlaidProduct, entity: EntityRow, overlay: Overlay | undefined) {
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

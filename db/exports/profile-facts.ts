import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { jsonColumn, TEXT, TEXT_OR_NULL } from "../table.ts";

const TEXTS = selection("content_variant", {
  productId: TEXT,
  entityId: TEXT,
  /** `null`: for the entity as a whole. */
  configurationId: TEXT_OR_NULL,
  language: TEXT,
  content: jsonColumn<Record<string, unknown>>(),
});
/** Texts of a product that only an entity or one of its configurations shows. */
export type ScopedTexts = SelectedBy<typeof TEXTS>;

/** The texts that these products have for these entities, in no order. */
export const listScopedTexts = (
  db: Reader,
  productIds: readonly string[],
  entityIds: readonly string[],
): Promise<ScopedTexts[]> =>
  db.all(
    `select ${TEXTS.selected}
      from json_each(:productIds) wanted cross join content_variant
        on content_variant.tenant_id = :tenant and content_variant.product_id = wanted.value
      where content_variant.entity_id in (select value from json_each(:entityIds))`,
    { productIds: JSON.stringify(productIds), entityIds: JSON.stringify(entityIds) },
    TEXTS.read,
  );

const OVERRIDE = selection("overlay", {
  productId: TEXT,
  entityId: TEXT,
  description: computed("overlay.description_override", TEXT_OR_NULL),
  shortDescription: computed("overlay.short_description_override", TEXT_OR_NULL),
});
/** What an entity says in place of a product's own descriptions. */
export type ProductOverride = SelectedBy<typeof OVERRIDE>;

export const listOverrides = (
  db: Reader,
  productIds: readonly string[],
  entityIds: readonly string[],
): Promise<ProductOverride[]> =>
  db.all(
    `select ${OVERRIDE.selected}
      from json_each(:productIds) wanted cross join product_entity overlay
        on overlay.tenant_id = :tenant and overlay.product_id = wanted.value
      where overlay.entity_id in (select value from json_each(:entityIds))`,
    { productIds: JSON.stringify(productIds), entityIds: JSON.stringify(entityIds) },
    OVERRIDE.read,
  );

const MAIN_SUPPLIER = selection("link", {
  productId: computed("product.id", TEXT),
  supplierName: computed("supplier.name", TEXT),
  supplierReference: TEXT_OR_NULL,
});
/** How the main supplier of a product calls it. */
export type SupplierTerms = SelectedBy<typeof MAIN_SUPPLIER>;

export const listMainSuppliers = (db: Reader, productIds: readonly string[]): Promise<SupplierTerms[]> =>
  db.all(
    `select ${MAIN_SUPPLIER.selected}
      from json_each(:productIds) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      cross join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
      left join product_supplier link on link.tenant_id = :tenant and link.product_id = product.id
        and link.supplier_id = product.supplier_id`,
    { productIds: JSON.stringify(productIds) },
    MAIN_SUPPLIER.read,
  );

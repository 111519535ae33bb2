import type { Reader } from "../ports.ts";
import { json, type Row, text, textOrNull } from "../rows.ts";

/** Texts of a product that only an entity or one of its configurations shows. */
export interface ScopedTexts {
  productId: string;
  entityId: string;
  /** `null`: for the entity as a whole. */
  configurationId: string | null;
  language: string;
  content: Record<string, unknown>;
}

const readTexts = (row: Row): ScopedTexts => ({
  productId: text(row, "product_id"),
  entityId: text(row, "entity_id"),
  configurationId: textOrNull(row, "configuration_id"),
  language: text(row, "language"),
  // Only objects are written into this column.
  content: json(row, "content") as Record<string, unknown>,
});

/** The texts that these products have for these entities, in no order. */
export const listScopedTexts = (
  db: Reader,
  productIds: readonly string[],
  entityIds: readonly string[],
): Promise<ScopedTexts[]> =>
  db.all(
    `select content_variant.product_id, content_variant.entity_id, content_variant.configuration_id,
        content_variant.language, content_variant.content
      from json_each(:productIds) wanted cross join content_variant
        on content_variant.tenant_id = :tenant and content_variant.product_id = wanted.value
      where content_variant.entity_id in (select value from json_each(:entityIds))`,
    { productIds: JSON.stringify(productIds), entityIds: JSON.stringify(entityIds) },
    readTexts,
  );

/** What an entity says in place of a product's own descriptions. */
export interface ProductOverride {
  productId: string;
  entityId: string;
  description: string | null;
  shortDescription: string | null;
}

export const listOverrides = (
  db: Reader,
  productIds: readonly string[],
  entityIds: readonly string[],
): Promise<ProductOverride[]> =>
  db.all(
    `select overlay.product_id, overlay.entity_id, overlay.description_override, overlay.short_description_override
      from json_each(:productIds) wanted cross join product_entity overlay
        on overlay.tenant_id = :tenant and overlay.product_id = wanted.value
      where overlay.entity_id in (select value from json_each(:entityIds))`,
    { productIds: JSON.stringify(productIds), entityIds: JSON.stringify(entityIds) },
    (row) => ({
      productId: text(row, "product_id"),
      entityId: text(row, "entity_id"),
      description: textOrNull(row, "description_override"),
      shortDescription: textOrNull(row, "short_description_override"),
    }),
  );

/** How the main supplier of a product calls it. */
export interface SupplierTerms {
  productId: string;
  supplierName: string;
  supplierReference: string | null;
}

export const listMainSuppliers = (db: Reader, productIds: readonly string[]): Promise<SupplierTerms[]> =>
  db.all(
    `select product.id as product_id, supplier.name, link.supplier_reference
      from json_each(:productIds) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      cross join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
      left join product_supplier link on link.tenant_id = :tenant and link.product_id = product.id
        and link.supplier_id = product.supplier_id`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({
      productId: text(row, "product_id"),
      supplierName: text(row, "name"),
      supplierReference: textOrNull(row, "supplier_reference"),
    }),
  );

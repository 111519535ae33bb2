import type { Reader } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";

/** What a code of an order's line means: a live product, or a variant of one. */
export interface OrderedProduct {
  key: string;
  productId: string;
  variantId: string | null;
}

const read = (row: Parameters<Parameters<Reader["all"]>[2]>[0]): OrderedProduct => ({
  key: text(row, "key"),
  productId: text(row, "product_id"),
  variantId: textOrNull(row, "variant_id"),
});

/** Variants by their SKUs, exactly as written, of live products. */
export const findOrderedVariants = (db: Reader, skus: readonly string[]): Promise<OrderedProduct[]> =>
  db.all(
    `select variant.sku as key, variant.product_id, variant.id as variant_id from json_each(:skus) wanted
      cross join product_variant variant on variant.tenant_id = :tenant and variant.sku = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = variant.product_id
        and product.deleted_at_ms is null`,
    { skus: JSON.stringify(skus) },
    read,
  );

/**
 * Live products by the SKU under which connectors push them: the reference, else the EAN, else the id. Of several the active
 * ones first, then the one that was changed last.
 */
export const findOrderedProducts = (db: Reader, skus: readonly string[]): Promise<OrderedProduct[]> =>
  db.all(
    `select wanted.value as key, product.id as product_id, null as variant_id from json_each(:skus) wanted
      cross join product on product.tenant_id = :tenant and product.reference = wanted.value
        and product.deleted_at_ms is null
      union all
      select wanted.value, product.id, null from json_each(:skus) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
        and product.deleted_at_ms is null`,
    { skus: JSON.stringify(skus) },
    read,
  );

/** Live products by what a connector calls them. */
export const findOrderedByIds = (db: Reader, connectorId: string, ids: readonly string[]): Promise<OrderedProduct[]> =>
  db.all(
    `select wanted.value as key, mapping.product_id, null as variant_id from json_each(:ids) wanted
      cross join platform_mapping mapping on mapping.tenant_id = :tenant and mapping.connector_id = :connectorId
        and mapping.external_id = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = mapping.product_id
        and product.deleted_at_ms is null`,
    { connectorId, ids: JSON.stringify(ids) },
    read,
  );

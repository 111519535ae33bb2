export const MAPPING_STATUSES = ["active", "pending", "rejected"] as const;
export const MAPPING_SOURCES = ["manual", "import", "connector"] as const;

/** The live product that has the code of a mapping, if any. */
export const PRODUCT_OF_CODE = `select product.id from product where product.tenant_id = :tenant
  and product.gtin14 = ean_asin_mapping.gtin14 and product.deleted_at_ms is null`;

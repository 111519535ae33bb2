import type { Reader } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";

/** A variant that holds an EAN. */
export interface VariantOfGtin {
  id: string;
  productId: string;
  sku: string;
  /** Padded to 14 digits. */
  gtin14: string;
  isActive: boolean;
  /** Whether the product it belongs to is soft-deleted. */
  isDeleted: boolean;
}

/** The variants with these codes padded to 14 digits, those of soft-deleted products included, in no order. */
export const findVariantsByGtins = (db: Reader, gtin14s: readonly string[]): Promise<VariantOfGtin[]> =>
  db.all(
    `select variant.id, variant.product_id, variant.sku, variant.gtin14, variant.is_active,
        product.deleted_at_ms is not null as is_deleted
      from json_each(:gtin14s) wanted
      cross join product_variant variant on variant.tenant_id = :tenant and variant.gtin14 = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = variant.product_id`,
    { gtin14s: JSON.stringify(gtin14s) },
    (row) => ({
      id: text(row, "id"),
      productId: text(row, "product_id"),
      sku: text(row, "sku"),
      gtin14: text(row, "gtin14"),
      isActive: number(row, "is_active") === 1,
      isDeleted: number(row, "is_deleted") === 1,
    }),
  );

/** What the variants of a product are searched by. */
export interface VariantCodes {
  productId: string;
  /** As `nameKey` writes it. */
  skuKey: string;
  ean: string | null;
}

/** The codes of all variants of these products, in no order. */
export const findVariantCodes = (db: Reader, productIds: readonly string[]): Promise<VariantCodes[]> =>
  db.all(
    `select variant.product_id, variant.sku_key, variant.ean from json_each(:productIds) wanted
      cross join product_variant variant on variant.tenant_id = :tenant and variant.product_id = wanted.value`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({
      productId: text(row, "product_id"),
      skuKey: text(row, "sku_key"),
      ean: textOrNull(row, "ean"),
    }),
  );

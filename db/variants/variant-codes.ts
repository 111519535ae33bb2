import type { Reader } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, TEXT } from "../table.ts";

const OF_GTIN = selection("variant", {
  id: TEXT,
  productId: TEXT,
  sku: TEXT,
  /** Padded to 14 digits. */
  gtin14: TEXT,
  isActive: FLAG,
  /** Whether the product it belongs to is soft-deleted. */
  isDeleted: computed("product.deleted_at_ms is not null", FLAG),
});
/** A variant that holds an EAN. */
export type VariantOfGtin = SelectedBy<typeof OF_GTIN>;

/** The variants with these codes padded to 14 digits, those of soft-deleted products included, in no order. */
export const findVariantsByGtins = (db: Reader, gtin14s: readonly string[]): Promise<VariantOfGtin[]> =>
  db.all(
    `select ${OF_GTIN.selected}
      from json_each(:gtin14s) wanted
      cross join product_variant variant on variant.tenant_id = :tenant and variant.gtin14 = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = variant.product_id`,
    { gtin14s: JSON.stringify(gtin14s) },
    OF_GTIN.read,
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

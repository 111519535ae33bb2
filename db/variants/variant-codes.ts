import type { Reader } from "../ports.ts";
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

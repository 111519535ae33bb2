import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { PRODUCT_COLUMNS, type ProductRow, readProductRow } from "./product-row.ts";

/** The products with these ids, soft-deleted ones included, in no order. */
export const findRowsByIds = (db: Reader, ids: readonly string[]): Promise<ProductRow[]> =>
  db.all(
    `select ${PRODUCT_COLUMNS} from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    readProductRow,
  );

/** The products with these codes padded to 14 digits, soft-deleted ones included, in no order. */
export const findRowsByGtins = (db: Reader, gtin14s: readonly string[]): Promise<ProductRow[]> =>
  db.all(
    `select ${PRODUCT_COLUMNS} from json_each(:gtin14s) wanted
      cross join product on product.tenant_id = :tenant and product.gtin14 = wanted.value`,
    { gtin14s: JSON.stringify(gtin14s) },
    readProductRow,
  );

/** The ids of the live products with these codes padded to 14 digits, by code. */
export const findLiveIdsByGtins = async (db: Reader, gtin14s: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      `select product.gtin14, product.id from json_each(:gtin14s) wanted
        cross join product on product.tenant_id = :tenant and product.gtin14 = wanted.value
          and product.deleted_at_ms is null`,
      { gtin14s: JSON.stringify(gtin14s) },
      (row) => [text(row, "gtin14"), text(row, "id")] as const,
    ),
  );

/** The products with these references, soft-deleted ones included, in no order. Several may hold one reference. */
export const findRowsByReferences = (db: Reader, references: readonly string[]): Promise<ProductRow[]> =>
  db.all(
    `select ${PRODUCT_COLUMNS} from json_each(:references) wanted
      cross join product on product.tenant_id = :tenant and product.reference = wanted.value`,
    { references: JSON.stringify(references) },
    readProductRow,
  );

/** The products that a supplier sells under these references of its own, soft-deleted ones included, in no order. */
export const findRowsBySupplierReferences = (
  db: Reader,
  supplierId: string,
  references: readonly string[],
): Promise<(ProductRow & { supplierReference: string })[]> =>
  db.all(
    `select ${PRODUCT_COLUMNS}, link.supplier_reference from json_each(:references) wanted
      cross join product_supplier link on link.tenant_id = :tenant and link.supplier_id = :supplierId
        and link.supplier_reference = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = link.product_id`,
    { supplierId, references: JSON.stringify(references) },
    (row) => ({ ...readProductRow(row), supplierReference: text(row, "supplier_reference") }),
  );

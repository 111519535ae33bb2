import type { Reader } from "../ports.ts";
import { filterSql, type ProductFilter } from "../products/filter.ts";
import { PRODUCT_COLUMNS, type ProductRow, readProductRow } from "../products/product-row.ts";
import { json, number, type Row, textOrNull } from "../rows.ts";

/** A product with the names of what it refers to. */
export interface ExportedProduct extends ProductRow {
  /** Grows with each new product: the order of exports. */
  rowId: number;
  brandName: string | null;
  /** Names from the root down, joined with " > ". */
  categoryPath: string | null;
  supplierCode: string | null;
  /** The texts it has in the asked language, by their API names; `null` when it has none or none was asked for. */
  content: Record<string, unknown> | null;
}

/** Which products, and how to name them. */
export interface ProductSelection {
  filter: ProductFilter;
  /** `null`: the pivot language, which is the product's own. */
  language: string | null;
}

const readExported = (row: Row): ExportedProduct =>
  Object.assign(readProductRow(row), {
    rowId: number(row, "row_id"),
    brandName: textOrNull(row, "brand_name"),
    categoryPath: textOrNull(row, "category_path"),
    supplierCode: textOrNull(row, "supplier_code"),
    // Written from such an object.
    content: row["content"] === null ? null : (json(row, "content") as Record<string, unknown>),
  });

const TRANSLATION = `left join content_variant on content_variant.tenant_id = :tenant
        and content_variant.product_id = product.id and content_variant.language = :language
        and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = ''`;

/** The next products after one of them, oldest first, leaving out `offset` of them. Every `rowId` is above 0. */
export function listExportedProducts(
  db: Reader,
  { filter, language }: ProductSelection,
  { afterRowId, offset, limit }: { afterRowId: number; offset: number; limit: number },
): Promise<ExportedProduct[]> {
  const { where, args } = filterSql(filter);
  return db.all(
    `select ${PRODUCT_COLUMNS}, product.row_id, brand.name as brand_name, category.path as category_path,
            supplier.code as supplier_code, ${language === null ? "null as content" : "content_variant.content"}
       from product
       left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
       left join category on category.tenant_id = :tenant and category.id = product.category_id
       left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
       ${language === null ? "" : TRANSLATION}
      where product.tenant_id = :tenant and ${where} and product.row_id > :afterRowId
      order by product.row_id limit :limit offset :offset`,
    { ...args, language, afterRowId, limit, offset },
    readExported,
  );
}

export function countExportedProducts(db: Reader, { filter }: ProductSelection): Promise<number> {
  const { where, args } = filterSql(filter);
  return db.one(
    `select count(*) as products from product where product.tenant_id = :tenant and ${where}`,
    args,
    (row) => number(row, "products"),
  );
}

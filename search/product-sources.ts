import type { Reader } from "../db/ports.ts";
import { STATE } from "../db/products/product-state.ts";
import { json, number, type Row, text, textOrNull } from "../db/rows.ts";

/** What search needs to know of a product. */
export interface ProductSource {
  rowId: number;
  id: string;
  title: string;
  titleKey: string;
  shortDescription: string | null;
  description: string | null;
  ean: string | null;
  gtin14: string | null;
  reference: string | null;
  referenceKey: string | null;
  brandId: string | null;
  brandName: string | null;
  categoryId: string | null;
  /** Names from the root down, joined with " > ". */
  categoryPath: string | null;
  /** Texts in other languages, by API name. */
  contents: Record<string, unknown>[];
  variants: { sku: string; skuKey: string; ean: string | null }[];
  status: string;
  /** In cents; -1 without one. */
  priceOrder: number;
  isDeleted: boolean;
  updatedAtUs: number;
}

/** What search needs of the products of which `page` has the `row_id` and `updated_at_us`, ordered by their `place` in it. */
const sourceSql = (page: string): string => `select product.row_id, product.id, product.title, product.title_key,
    product.short_description, product.description, product.ean, product.gtin14, product.reference,
    product.reference_key, product.brand_id, product.category_id, product.status, product.price_order,
    product.deleted_at_ms is not null as is_deleted, page.updated_at_us,
    brand.name as brand_name, category.path as category_path,
    (select json_group_array(json(content_variant.content)) from content_variant
      where content_variant.tenant_id = :tenant and content_variant.product_id = product.id) as contents,
    (select json_group_array(json_object(
        'sku', product_variant.sku, 'skuKey', product_variant.sku_key, 'ean', product_variant.ean))
      from product_variant
      where product_variant.tenant_id = :tenant and product_variant.product_id = product.id) as variants
  from (${page}) page
  cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
  left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
  left join category on category.tenant_id = :tenant and category.id = product.category_id
  order by page.place`;

const readSource = (row: Row): ProductSource => ({
  rowId: number(row, "row_id"),
  id: text(row, "id"),
  title: text(row, "title"),
  titleKey: text(row, "title_key"),
  shortDescription: textOrNull(row, "short_description"),
  description: textOrNull(row, "description"),
  ean: textOrNull(row, "ean"),
  gtin14: textOrNull(row, "gtin14"),
  reference: textOrNull(row, "reference"),
  referenceKey: textOrNull(row, "reference_key"),
  brandId: textOrNull(row, "brand_id"),
  brandName: textOrNull(row, "brand_name"),
  categoryId: textOrNull(row, "category_id"),
  categoryPath: textOrNull(row, "category_path"),
  // Both are made by the statement, of objects.
  contents: json(row, "contents") as Record<string, unknown>[],
  variants: json(row, "variants") as ProductSource["variants"],
  status: text(row, "status"),
  priceOrder: number(row, "price_order"),
  isDeleted: number(row, "is_deleted") === 1,
  updatedAtUs: number(row, "updated_at_us"),
});

/** The next products that changed after this value of the clock, deleted ones too, oldest change first. */
export const listChanged = (db: Reader, afterUs: number, limit: number): Promise<ProductSource[]> =>
  db.all(NEXT, { afterUs, limit }, readSource);
const nextSql = (condition: string) =>
  sourceSql(`select next.row_id, next.updated_at_us, next.updated_at_us as place from product_state next
    where next.tenant_id = :tenant and next.updated_at_us > :afterUs and ${condition}
    order by next.updated_at_us limit :limit`);
const NEXT = nextSql("1");

/** Like `listChanged`, without those of which only the stock has changed since: no word of theirs has. */
export const listReworded = (db: Reader, afterUs: number, limit: number): Promise<ProductSource[]> =>
  db.all(REWORDED, { afterUs, limit }, readSource);
const REWORDED = nextSql("not (next.quiet_to_us is next.updated_at_us and next.quiet_from_us <= :afterUs)");

/** The products that changed last, after this value of the clock, newest change first. */
export const listLatest = (db: Reader, afterUs: number, limit: number): Promise<ProductSource[]> =>
  db.all(LATEST, { afterUs, limit }, readSource);
const LATEST =
  sourceSql(`select latest.row_id, latest.updated_at_us, -latest.updated_at_us as place from product_state latest
  where latest.tenant_id = :tenant and latest.updated_at_us > :afterUs
  order by latest.updated_at_us desc limit :limit`);

/** These products, as far as they are the tenant's, by row id. */
export const listByRow = (db: Reader, rowIds: readonly number[]): Promise<ProductSource[]> =>
  db.all(LISTED_BY_ROW, { rowIds: JSON.stringify(rowIds) }, readSource);
const LISTED_BY_ROW =
  sourceSql(`select state.row_id, state.updated_at_us, state.row_id as place from json_each(:rowIds) wanted
  cross join product_state state on state.tenant_id = :tenant and state.row_id = wanted.value`);

/** What tells whether an index has a live product as it is. */
export interface ProductVersion {
  rowId: number;
  updatedAtUs: number;
  completenessScore: number;
}

/** The versions of the next live products after a row id, in the order of their making. */
export const listVersions = (db: Reader, afterRowId: number, limit: number): Promise<ProductVersion[]> =>
  db.all(
    `select product.row_id, state.updated_at_us, product.completeness_score from product indexed by product_newest
      ${STATE}
      where product.tenant_id = :tenant and product.deleted_at_ms is null and product.row_id > :afterRowId
      order by product.row_id limit :limit`,
    { afterRowId, limit },
    (row) => ({
      rowId: number(row, "row_id"),
      updatedAtUs: number(row, "updated_at_us"),
      completenessScore: number(row, "completeness_score"),
    }),
  );

import { allPackedIn, type Columns, packedSql, unpackerOf } from "../db/packed.ts";
import type { Reader } from "../db/ports.ts";
import { STATE } from "../db/products/product-state.ts";
import { number, type Row, text } from "../db/rows.ts";

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

const COLUMNS: Columns<Omit<ProductSource, "rowId" | "updatedAtUs">> = {
  id: "product.id",
  title: "product.title",
  titleKey: "product.title_key",
  shortDescription: "product.short_description",
  description: "product.description",
  ean: "product.ean",
  gtin14: "product.gtin14",
  reference: "product.reference",
  referenceKey: "product.reference_key",
  brandId: "product.brand_id",
  brandName: "brand.name",
  categoryId: "product.category_id",
  categoryPath: "category.path",
  contents: `json((select json_group_array(json(content_variant.content)) from content_variant
    where content_variant.tenant_id = :tenant and content_variant.product_id = product.id))`,
  variants: `json((select json_group_array(json_object(
      'sku', product_variant.sku, 'skuKey', product_variant.sku_key, 'ean', product_variant.ean))
    from product_variant
    where product_variant.tenant_id = :tenant and product_variant.product_id = product.id))`,
  status: "product.status",
  priceOrder: "product.price_order",
  isDeleted: "json(iif(product.deleted_at_ms is null, 'false', 'true'))",
};
const unpack = unpackerOf(COLUMNS);

/** A product's source as one text: where that is the same, so is all that search knows of the product. */
export interface PackedSource {
  rowId: number;
  updatedAtUs: number;
  packed: string;
}

export const sourceOf = ({ rowId, updatedAtUs, packed }: PackedSource): ProductSource => ({
  // Packed by `sourceSql`.
  ...unpack(JSON.parse(packed) as unknown[]),
  rowId,
  updatedAtUs,
});

/** What search needs of the products of which `page` has the `row_id` and `updated_at_us`, ordered by their `place` in it. */
const sourceSql = (page: string): string => `select product.row_id, page.updated_at_us, ${packedSql(COLUMNS)} as packed
  from (${page}) page
  cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
  left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
  left join category on category.tenant_id = :tenant and category.id = product.category_id
  order by page.place`;

const readPacked = (row: Row): PackedSource => ({
  rowId: number(row, "row_id"),
  updatedAtUs: number(row, "updated_at_us"),
  packed: text(row, "packed"),
});
const readSource = (row: Row): ProductSource => sourceOf(readPacked(row));

/** The next products that changed after this value of the clock, deleted ones too, oldest change first. */
export const listChanged = (db: Reader, afterUs: number, limit: number): Promise<ProductSource[]> =>
  db.all(NEXT, { afterUs, limit }, readSource);
/** The same, packed. */
export const listChangedPacked = (db: Reader, afterUs: number, limit: number): Promise<PackedSource[]> =>
  db.all(NEXT, { afterUs, limit }, readPacked);
const NEXT = sourceSql(`select next.row_id, next.updated_at_us, next.updated_at_us as place from product_state next
    where next.tenant_id = :tenant and next.updated_at_us > :afterUs
    order by next.updated_at_us limit :limit`);

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

/** What the titles of a product are made of. */
export type TitleSource = Pick<ProductSource, "rowId" | "titleKey" | "contents">;
const TITLE_COLUMNS: Columns<TitleSource> = {
  rowId: "product.row_id",
  titleKey: "product.title_key",
  // Whether there are texts in other languages at all is checked once.
  contents: `iif(not exists (select 1 from content_variant where content_variant.tenant_id = :tenant), json('[]'),
    ${COLUMNS.contents})`,
};
const unpackTitles = unpackerOf(TITLE_COLUMNS);
const TITLES_BY_ROW = `select json_group_array(${packedSql(TITLE_COLUMNS)}) as packed
  from json_each(:rowIds) wanted
  cross join product on product.tenant_id = :tenant and product.row_id = wanted.value`;

/** What the titles of these products are made of, as far as they are the tenant's. */
export const listTitleSources = (db: Reader, rowIds: readonly number[]): Promise<TitleSource[]> =>
  db.one(TITLES_BY_ROW, { rowIds: JSON.stringify(rowIds) }, (row) => allPackedIn(row, "packed").map(unpackTitles));

/** What shows whether an index matches a live product. */
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

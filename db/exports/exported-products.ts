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
  /** Its own texts in each of the asked languages but the pivot, by language. */
  contents: Record<string, Record<string, unknown>>;
  /** The addresses of its images with a row of their own, in their order. */
  mediaUrls: string[];
}

/** Which products, and how to name them. */
export interface ProductSelection {
  filter: ProductFilter;
  /** `null`: the pivot language, which is the product's own. */
  language: string | null;
  /** Languages to have the texts of beside each other, without the pivot. */
  languages?: readonly string[];
  /** Whether the addresses of images are wanted; without, there are none. */
  withImages?: boolean;
  /** Absent: by age, the oldest first. */
  order?: "title";
}

/** Where the page before ended; before the first, `START`. */
export interface ExportPlace {
  afterRowId: number;
  afterTitleKey: string;
}

/** Every row id is above 0. */
export const START: ExportPlace = { afterRowId: 0, afterTitleKey: "" };

const readExported = (row: Row): ExportedProduct =>
  Object.assign(readProductRow(row), {
    rowId: number(row, "row_id"),
    brandName: textOrNull(row, "brand_name"),
    categoryPath: textOrNull(row, "category_path"),
    supplierCode: textOrNull(row, "supplier_code"),
    // Written from such an object.
    content: row["content"] === null ? null : (json(row, "content") as Record<string, unknown>),
    contents: json(row, "contents") as ExportedProduct["contents"],
    mediaUrls: json(row, "media_urls") as string[],
  });

/** An object with the texts in each of these languages. */
const TRANSLATIONS = `(select json_group_object(content_variant.language, json(content_variant.content))
        from content_variant where content_variant.tenant_id = :tenant and content_variant.product_id = product.id
        and content_variant.language in (select value from json_each(:languages))
        and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = '')`;
// A libSQL server cannot read an order inside of an aggregate.
const MEDIA_URLS = `iif(product.image_url is null, '[]', (select json_group_array(image.url) from (
        select media.url from media where media.tenant_id = :tenant and media.product_id = product.id
        order by media.position, media.created_at_ms, media.id) image))`;
const BY_AGE = "product.row_id > :afterRowId order by product.row_id";
const BY_TITLE = `(product.title_key, product.row_id) > (:afterTitleKey, :afterRowId)
      order by product.title_key, product.row_id`;

const TRANSLATION = `left join content_variant on content_variant.tenant_id = :tenant
        and content_variant.product_id = product.id and content_variant.language = :language
        and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = ''`;

/** The next products after one of them, leaving out `offset` of them. */
export function listExportedProducts(
  db: Reader,
  { filter, language, languages = [], withImages = false, order }: ProductSelection,
  { offset, limit, ...place }: ExportPlace & { offset: number; limit: number },
): Promise<ExportedProduct[]> {
  const { where, args } = filterSql(filter);
  return db.all(
    `select ${PRODUCT_COLUMNS}, product.row_id, brand.name as brand_name, category.path as category_path,
            supplier.code as supplier_code, ${language === null ? "null as content" : "content_variant.content"},
            ${languages.length === 0 ? "'{}'" : TRANSLATIONS} as contents,
            ${withImages ? MEDIA_URLS : "'[]'"} as media_urls
       from product
       left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
       left join category on category.tenant_id = :tenant and category.id = product.category_id
       left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
       ${language === null ? "" : TRANSLATION}
      where product.tenant_id = :tenant and ${where} and ${order === "title" ? BY_TITLE : BY_AGE}
      limit :limit offset :offset`,
    { ...args, ...place, language, languages: JSON.stringify(languages), limit, offset },
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

/** Whether more than `limit` products would be exported; looks at no more of them. */
export function isLongerThan(db: Reader, { filter }: ProductSelection, limit: number): Promise<boolean> {
  const { where, args } = filterSql(filter);
  return db.one(
    `select count(*) as products from
       (select 1 from product where product.tenant_id = :tenant and ${where} limit :limit + 1)`,
    { ...args, limit },
    (row) => number(row, "products") > limit,
  );
}

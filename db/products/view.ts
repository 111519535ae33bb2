import { MEDIA_OF_PRODUCT, type Media, mediaIn } from "../media/media.ts";
import type { Reader } from "../ports.ts";
import { json, jsonOrNull, type Row, textOrNull } from "../rows.ts";
import { PRODUCT_COLUMNS, type ProductRow, readProductRow } from "./product-row.ts";

/** A product with the names of what it refers to. */
export interface ProductView extends ProductRow {
  brandName: string | null;
  categoryName: string | null;
  /** Names from the root down, joined with " > ". */
  categoryPath: string | null;
  supplierCode: string | null;
  supplierName: string | null;
  /** In their order. */
  media: Media[];
  /** The tenant's setting of languages; `null` when it has none. */
  languages: unknown;
  /** Its texts in the asked languages but the pivot, by language. */
  content: Map<string, Record<string, unknown>>;
}

const readView = (row: Row): ProductView => ({
  ...readProductRow(row),
  brandName: textOrNull(row, "brand_name"),
  categoryName: textOrNull(row, "category_name"),
  categoryPath: textOrNull(row, "category_path"),
  supplierCode: textOrNull(row, "supplier_code"),
  supplierName: textOrNull(row, "supplier_name"),
  media: mediaIn(row, "media"),
  languages: jsonOrNull(row, "languages"),
  // Made of such pairs by the statement.
  content: new Map(json(row, "content") as [string, Record<string, unknown>][]),
});

const ALL_CONTENT = `(select json_group_array(json_array(content_variant.language, json(content_variant.content)))
  from content_variant
  where content_variant.tenant_id = :tenant and content_variant.product_id = product.id
    and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = '')`;

/** A product, soft-deleted or not, with its texts in all languages or in none but the pivot. */
export const findProductView = (
  db: Reader,
  id: string,
  { withContent }: { withContent: boolean },
): Promise<ProductView | undefined> =>
  db.first(
    `select ${PRODUCT_COLUMNS}, brand.name as brand_name, category.name as category_name,
        category.path as category_path, supplier.code as supplier_code, supplier.name as supplier_name,
        (select setting.value from setting where setting.tenant_id = :tenant and setting.name = 'languages') as languages,
        ${MEDIA_OF_PRODUCT} as media,
        ${withContent ? ALL_CONTENT : "'[]'"} as content
      from product
      left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
      left join category on category.tenant_id = :tenant and category.id = product.category_id
      left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
      where product.tenant_id = :tenant and product.id = :id`,
    { id },
    readView,
  );

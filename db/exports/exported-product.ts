import type { ProductRow } from "../products/product-row.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** What can be exported of a product. */
export interface ExportedProduct extends Omit<ProductRow, "gtin14" | "eanStatus" | "referenceKey" | "genericStock"> {
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
  mediaUrls: readonly string[];
}

/** One thing of a product: each that an export does not need is not read, because every value costs. */
export type ExportMember = keyof ExportedProduct;

/** What is not read with the product: names, and the ids they go by. */
export const NAME_IDS = { brandName: "brandId", categoryPath: "categoryId", supplierCode: "supplierId" } as const;
export type NameMember = keyof typeof NAME_IDS;
export type StoredMember = Exclude<ExportMember, NameMember>;

/** Where a member comes from; its column has its name. */
interface Source<T> {
  sql: string;
  read: (row: Row, member: string) => T;
}

const NO_URLS: readonly string[] = [];

/** Texts of the product for all entities. */
const SHARED_TEXTS = `content_variant where content_variant.tenant_id = :tenant
  and content_variant.product_id = product.id
  and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = ''`;
const CONTENT = `iif(:language is null, null, (select content_variant.content from ${SHARED_TEXTS}
  and content_variant.language = :language))`;
const CONTENTS = `(select json_group_object(content_variant.language, json(content_variant.content)) from ${SHARED_TEXTS}
  and content_variant.language in (select value from json_each(:languages)))`;
// A libSQL server cannot read an order inside of an aggregate.
const MEDIA_URLS = `iif(product.image_url is null, null, nullif((select json_group_array(image.url) from (
  select media.url from media where media.tenant_id = :tenant and media.product_id = product.id
  order by media.position, media.created_at_ms, media.id) image), '[]'))`;

/** Every member that is read with its product. */
export const SOURCES: { [M in StoredMember]: Source<ExportedProduct[M]> } = {
  rowId: { sql: "product.row_id", read: number },
  id: { sql: "product.id", read: text },
  ean: { sql: "product.ean", read: textOrNull },
  reference: { sql: "product.reference", read: textOrNull },
  title: { sql: "product.title", read: text },
  titleKey: { sql: "product.title_key", read: text },
  shortDescription: { sql: "product.short_description", read: textOrNull },
  description: { sql: "product.description", read: textOrNull },
  brandId: { sql: "product.brand_id", read: textOrNull },
  categoryId: { sql: "product.category_id", read: textOrNull },
  supplierId: { sql: "product.supplier_id", read: textOrNull },
  priceCents: { sql: "product.price_cents", read: numberOrNull },
  costPriceCents: { sql: "product.cost_price_cents", read: numberOrNull },
  taxRate: { sql: "product.tax_rate", read: numberOrNull },
  weight: { sql: "product.weight", read: numberOrNull },
  width: { sql: "product.width", read: numberOrNull },
  height: { sql: "product.height", read: numberOrNull },
  depth: { sql: "product.depth", read: numberOrNull },
  asin: { sql: "product.asin", read: textOrNull },
  countryOfOrigin: { sql: "product.country_of_origin", read: textOrNull },
  // Check constraints hold the words of the three.
  status: { sql: "product.status", read: (row, member) => text(row, member) as ExportedProduct["status"] },
  lifecycleStatus: {
    sql: "product.lifecycle_status",
    read: (row, member) => text(row, member) as ExportedProduct["lifecycleStatus"],
  },
  workflowStatus: {
    sql: "product.workflow_status",
    read: (row, member) => text(row, member) as ExportedProduct["workflowStatus"],
  },
  stock: { sql: "product.stock", read: number },
  supplierCount: { sql: "product.supplier_count", read: number },
  imageUrl: { sql: "product.image_url", read: textOrNull },
  // The next four are written from objects and lists of this kind.
  extra: { sql: "product.extra", read: (row, member) => json(row, member) as ExportedProduct["extra"] },
  content: {
    sql: CONTENT,
    read: (row, member) => (row[member] === null ? null : (json(row, member) as ExportedProduct["content"])),
  },
  contents: { sql: CONTENTS, read: (row, member) => json(row, member) as ExportedProduct["contents"] },
  mediaUrls: {
    sql: MEDIA_URLS,
    read: (row, member) => (row[member] === null ? NO_URLS : (json(row, member) as ExportedProduct["mediaUrls"])),
  },
  completenessScore: { sql: "product.completeness_score", read: number },
  createdAtMs: { sql: "product.created_at_ms", read: number },
  updatedAtUs: { sql: "product.updated_at_us", read: number },
  deletedAtMs: { sql: "product.deleted_at_ms", read: numberOrNull },
};

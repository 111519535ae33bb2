import { columnOf, type ProductRow, STORED_FIELDS } from "../products/product-row.ts";
import { STATE } from "../products/product-state.ts";

const NOT_EXPORTED = ["gtin14", "eanStatus", "referenceKey", "genericStock"] as const;
type ExportedKey = Exclude<keyof ProductRow, (typeof NOT_EXPORTED)[number]>;

/** What can be exported of a product. */
export interface ExportedProduct extends Pick<ProductRow, ExportedKey> {
  /** Grows with each new product: the order of exports. */
  rowId: number;
  brandName: string | null;
  /** Names from the root down, joined with " > ". */
  categoryPath: string | null;
  supplierCode: string | null;
  /** The texts it has in the requested language, by their API names; `null` when it has none or none was requested. */
  content: Record<string, unknown> | null;
  /** Its own texts in each of the requested languages but the pivot, by language. */
  contents: Record<string, Record<string, unknown>>;
  /** The addresses of its images with a row of their own, in their order. */
  mediaUrls: readonly string[];
  /** The names of its tags, by name. */
  tagNames: readonly string[];
}

/** One member of a product: each that an export does not need is not read, because every value costs. */
export type ExportMember = keyof ExportedProduct;

/** What is not read with the product: names, and the ids they go by. */
export const NAME_IDS = { brandName: "brandId", categoryPath: "categoryId", supplierCode: "supplierId" } as const;
export type NameMember = keyof typeof NAME_IDS;
export type StoredMember = Exclude<ExportMember, NameMember>;

/** Where a member comes from; its column has its name. */
interface Source<T> {
  sql: string;
  /** What the column becomes; absent: it is the member as it is. */
  read?: (stored: unknown) => T;
}

const NOTHING: readonly string[] = [];

/** Texts of the product for all entities. */
const SHARED_TEXTS = `content_variant where content_variant.tenant_id = :tenant
  and content_variant.product_id = product.id
  and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = ''`;
const CONTENT = `iif(:language is null, null, (select content_variant.content from ${SHARED_TEXTS}
  and content_variant.language = :language))`;
const CONTENTS = `(select json_group_object(content_variant.language, json(content_variant.content)) from ${SHARED_TEXTS}
  and content_variant.language in (select value from json_each(:languages)))`;
// Whether there is any is checked once in a statement. A libSQL server cannot read an order inside of an aggregate.
const MEDIA_URLS = `iif(product.image_url is null or not exists (select 1 from media where media.tenant_id = :tenant),
  null, nullif((select json_group_array(image.url) from (
    select media.url from media where media.tenant_id = :tenant and media.product_id = product.id
    order by media.position, media.created_at_ms, media.id) image), '[]'))`;

const TAG_NAMES = `iif(not exists (select 1 from product_tag where product_tag.tenant_id = :tenant),
  null, nullif((select json_group_array(named.name) from (
    select tag.name from product_tag cross join tag on tag.tenant_id = :tenant and tag.id = product_tag.tag_id
    where product_tag.tenant_id = :tenant and product_tag.product_id = product.id
    order by tag.name_key, tag.id) named), '[]'))`;

/** From a column of JSON texts of that kind. */
const fromJson = <T>(stored: unknown): T => JSON.parse(String(stored)) as T;

/** The members that are stored with the product, each in its column. */
const OF_PRODUCT = Object.fromEntries(
  STORED_FIELDS.filter(({ key }) => !(NOT_EXPORTED as readonly string[]).includes(key)).map((field) => [
    field.key,
    { sql: columnOf(field), ...(field.key === "extra" && { read: fromJson }) },
  ]),
) as { [M in ExportedKey]: Source<ProductRow[M]> }; // the same keys

/** Every member that is read with its product. The columns of a strict table hold what they say. */
export const SOURCES: { [M in StoredMember]: Source<ExportedProduct[M]> } = {
  ...OF_PRODUCT,
  rowId: { sql: "product.row_id" },
  content: { sql: CONTENT, read: (stored) => (stored === null ? null : fromJson(stored)) },
  contents: { sql: CONTENTS, read: fromJson },
  mediaUrls: { sql: MEDIA_URLS, read: (stored) => (stored === null ? NOTHING : fromJson(stored)) },
  tagNames: { sql: TAG_NAMES, read: (stored) => (stored === null ? NOTHING : fromJson(stored)) },
};

/** What these members are read from. */
export const tablesOf = (members: readonly StoredMember[]): string =>
  members.some((member) => SOURCES[member].sql.startsWith("state.")) ? `product ${STATE}` : "product";

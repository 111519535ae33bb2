import { MEDIA_OF_PRODUCT, type Media, mediaIn } from "../media/media.ts";
import type { Reader } from "../ports.ts";
import { json, jsonOrNull, type Row, textOrNull } from "../rows.ts";
import { type ProductTag, TAGS_OF_PRODUCT, tagsIn } from "../tags/product-tags.ts";
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
  /** By name. */
  tags: ProductTag[];
  /** The tenant's setting of languages; `null` when it has none. */
  languages: unknown;
  /** Its texts for all entities in the languages but the pivot, by language. */
  content: Map<string, Record<string, unknown>>;
  /** Its texts for the asked entity, by language. */
  entityContent: Map<string, Record<string, unknown>>;
  /** Its texts for the asked configuration, by language. */
  configurationContent: Map<string, Record<string, unknown>>;
  /** What the asked entity says in place of its descriptions; `null`: the product is no member, or none was asked for. */
  overrides: Record<string, unknown> | null;
}

/** Which texts are wanted besides the product's own. */
export interface ViewScope {
  /** Those for all entities. With an entity they are always there. */
  withContent?: boolean;
  entityId?: string | null;
  configurationId?: string | null;
}

type LayeredTexts = [layer: "group" | "entity" | "configuration", language: string, texts: Record<string, unknown>];

const textsOf = (content: readonly LayeredTexts[], wanted: LayeredTexts[0]) =>
  new Map(content.flatMap(([layer, language, texts]) => (layer === wanted ? [[language, texts] as const] : [])));

function readView(row: Row): ProductView {
  // Made of such triples by the statement.
  const content = json(row, "content") as LayeredTexts[];
  return {
    ...readProductRow(row),
    brandName: textOrNull(row, "brand_name"),
    categoryName: textOrNull(row, "category_name"),
    categoryPath: textOrNull(row, "category_path"),
    supplierCode: textOrNull(row, "supplier_code"),
    supplierName: textOrNull(row, "supplier_name"),
    media: mediaIn(row, "media"),
    tags: tagsIn(row, "tags"),
    languages: jsonOrNull(row, "languages"),
    content: textsOf(content, "group"),
    entityContent: textsOf(content, "entity"),
    configurationContent: textsOf(content, "configuration"),
    // Made by the statement, of an overlay that may not be there.
    overrides: jsonOrNull(row, "overrides") as Record<string, unknown> | null,
  };
}

const GROUP_CONTENT = `(select json_group_array(
      json_array('group', content_variant.language, json(content_variant.content)))
    from content_variant
    where content_variant.tenant_id = :tenant and content_variant.product_id = product.id
      and ifnull(content_variant.entity_id, '') = '' and ifnull(content_variant.configuration_id, '') = '')`;
const SCOPED_CONTENT = `(select json_group_array(json_array(
      iif(content_variant.entity_id is null, 'group', iif(content_variant.configuration_id is null, 'entity',
        'configuration')), content_variant.language, json(content_variant.content)))
    from content_variant
    where content_variant.tenant_id = :tenant and content_variant.product_id = product.id
      and ifnull(content_variant.entity_id, :entityId) = :entityId
      and ifnull(content_variant.configuration_id, :configurationId) = :configurationId)`;
const OVERRIDES = `(select json_object('description', overlay.description_override,
      'short_description', overlay.short_description_override)
    from product_entity overlay where overlay.tenant_id = :tenant and overlay.product_id = product.id
      and overlay.entity_id = :entityId)`;

/** A product, soft-deleted or not, with its texts of the scope. */
export function findProductView(
  db: Reader,
  id: string,
  { withContent = false, entityId = null, configurationId = null }: ViewScope,
): Promise<ProductView | undefined> {
  const content = withContent ? GROUP_CONTENT : "'[]'";
  return db.first(
    `select ${PRODUCT_COLUMNS}, brand.name as brand_name, category.name as category_name,
        category.path as category_path, supplier.code as supplier_code, supplier.name as supplier_name,
        (select setting.value from setting where setting.tenant_id = :tenant and setting.name = 'languages') as languages,
        ${MEDIA_OF_PRODUCT} as media, ${TAGS_OF_PRODUCT} as tags,
        ${entityId === null ? content : SCOPED_CONTENT} as content,
        ${entityId === null ? "null" : OVERRIDES} as overrides
      from product
      left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
      left join category on category.tenant_id = :tenant and category.id = product.category_id
      left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
      where product.tenant_id = :tenant and product.id = :id`,
    // No configuration has the empty id.
    { id, entityId, configurationId: configurationId ?? "" },
    readView,
  );
}

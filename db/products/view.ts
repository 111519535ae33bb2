import { MEDIA_OF_PRODUCT, type Media, mediaIn } from "../media/media.ts";
import { packedSql, unpackRow } from "../packed.ts";
import type { Reader } from "../ports.ts";
import { json, jsonOrNull, type Row, textOrNull } from "../rows.ts";
import { type ProductTag, TAGS_OF_PRODUCT, tagsIn } from "../tags/product-tags.ts";
import { PRODUCT_MEMBERS, PRODUCT_REALS, type ProductRow, readProductRow } from "./product-row.ts";

/** A product with the names of what it refers to. */
export interface ProductView extends ProductRow {
  brandName: string | null;
  categoryName: string | null;
  /** Names from the root down, joined with " > ". */
  categoryPath: string | null;
  supplierCode: string | null;
  supplierName: string | null;
  /** Those with a row of their own, in their order. */
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

function readView(packed: Row): ProductView {
  const row = unpackRow(packed);
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

const MEMBERS = packedSql(
  {
    ...PRODUCT_MEMBERS,
    brand_name: "brand.name",
    category_name: "category.name",
    category_path: "category.path",
    supplier_code: "supplier.code",
    supplier_name: "supplier.name",
  },
  PRODUCT_REALS,
);

/** The statement of a view: made once for each scope, because a long text that is made anew is dear to look up. */
const viewSql = (content: string, overrides: string): string =>
  `select ${MEMBERS} as packed, product.extra,
      (select setting.value from setting where setting.tenant_id = :tenant and setting.name = 'languages') as languages,
      ${MEDIA_OF_PRODUCT} as media, ${TAGS_OF_PRODUCT} as tags, ${content} as content, ${overrides} as overrides
    from product
    left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
    left join category on category.tenant_id = :tenant and category.id = product.category_id
    left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
    where product.tenant_id = :tenant and product.id = :id`;
const PLAIN_VIEW = viewSql("'[]'", "null");
const GROUP_VIEW = viewSql(GROUP_CONTENT, "null");
const SCOPED_VIEW = viewSql(SCOPED_CONTENT, OVERRIDES);

/** A product, soft-deleted or not, with its texts of the scope. */
export function findProductView(
  db: Reader,
  id: string,
  { withContent = false, entityId = null, configurationId = null }: ViewScope,
): Promise<ProductView | undefined> {
  const plain = withContent ? GROUP_VIEW : PLAIN_VIEW;
  // No configuration has the empty id.
  const args = { id, entityId, configurationId: configurationId ?? "" };
  return db.first(entityId === null ? plain : SCOPED_VIEW, args, readView);
}

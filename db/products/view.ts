import { MEDIA_OF_PRODUCT, type Media, readMedia } from "../media/media.ts";
import { jsonArraySql, packedIn, packedSql, unpackerOf } from "../packed.ts";
import type { Reader } from "../ports.ts";
import { type Row, text } from "../rows.ts";
import type { ValuesOf } from "../table.ts";
import { type ProductTag, readTag, TAGS_OF_PRODUCT } from "../tags/product-tags.ts";
import { expressionsOf, productFields } from "./product-row.ts";
import { SHOWN_ALONE, SHOWN_BESIDE } from "./shown.ts";
import { unpackExtra } from "./stored-extra.ts";

const FIELDS = productFields(
  ...(["id", "title", "titleKey", "shortDescription", "description", "imageUrl"] as const),
  ...(["completenessScore", "createdAtMs", "updatedAtUs", "deletedAtMs"] as const),
);
/** What is read of a product's row to put its texts and images together. */
type ViewFields = ValuesOf<typeof FIELDS>;

/** A product as it is shown alone. */
export interface ProductView extends ViewFields {
  /** A JSON object: what is shown of its row as it is. */
  shown: string;
  /** Every other field that has a value, by its API name. */
  extra: Record<string, unknown>;
  /** Those with a row of their own, in their order. */
  media: Media[];
  /** By name. */
  tags: ProductTag[];
  /** The tenant's setting of languages; `null` when it has none. */
  languages: unknown;
  /** Its texts for all entities in the languages but the pivot, by language. */
  content: Map<string, Record<string, unknown>>;
  /** Its texts for the requested entity, by language. */
  entityContent: Map<string, Record<string, unknown>>;
  /** Its texts for the requested configuration, by language. */
  configurationContent: Map<string, Record<string, unknown>>;
  /**
   * What the requested entity says in place of its descriptions; `null`: the product is no member, or none was requested.
   */
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

function textsOf(content: readonly LayeredTexts[], wanted: LayeredTexts[0]): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const [layer, language, texts] of content) if (layer === wanted) found.set(language, texts);
  return found;
}

const COLUMNS = expressionsOf(FIELDS);
const unpack = unpackerOf<ViewFields>(COLUMNS);

/** What `viewSql` puts together, in its order. */
type ViewParts = [
  columns: unknown[],
  extra: unknown,
  languages: unknown,
  media: Row[],
  tags: Row[],
  content: LayeredTexts[],
  overrides: Record<string, unknown> | null,
];

function readView(row: Row): ProductView {
  // Made of these by the statement.
  const [columns, extra, languages, media, tags, content, overrides] = packedIn(row, "packed") as ViewParts;
  const view = unpack(columns);
  return Object.assign(view, {
    shown: text(row, "shown"),
    extra: unpackExtra(extra, view),
    languages,
    media: media.map(readMedia),
    tags: tags.map(readTag),
    content: textsOf(content, "group"),
    entityContent: textsOf(content, "entity"),
    configurationContent: textsOf(content, "configuration"),
    overrides,
  });
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
const OVERRIDES = `ifnull((select json_object('description', overlay.description_override,
      'short_description', overlay.short_description_override)
    from product_entity overlay where overlay.tenant_id = :tenant and overlay.product_id = product.id
      and overlay.entity_id = :entityId), 'null')`;

const LANGUAGES = `ifnull((select setting.value from setting
  where setting.tenant_id = :tenant and setting.name = 'languages'), 'null')`;

/** The statement of a view: made once for each scope, because a long text that is always new is expensive to look up. */
const viewSql = (content: string, overrides: string): string =>
  `select ${jsonArraySql([
    packedSql(COLUMNS),
    "product.extra",
    LANGUAGES,
    MEDIA_OF_PRODUCT,
    TAGS_OF_PRODUCT,
    content,
    overrides,
  ])} as packed, ${SHOWN_ALONE} as shown
    from product
    ${SHOWN_BESIDE}
    where product.tenant_id = :tenant and product.id = :id`;
const PLAIN_VIEW = viewSql("'[]'", "'null'");
const GROUP_VIEW = viewSql(GROUP_CONTENT, "'null'");
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

import { BEHIND, type NamedRange, rangeArgs } from "../named-range.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** What a name is matched by and leads to. */
export interface TagName {
  id: string;
  name: string;
  /** Lower case, without accents: unique in the tenant. */
  nameKey: string;
  slug: string;
}

export interface Tag extends TagName {
  /** `#rrggbb`, lower case. */
  color: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

/** A tag with how many live products have it. */
export interface CountedTag extends Tag {
  productCount: number;
}

const readName = (row: Row): TagName => ({
  id: text(row, "id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  slug: text(row, "slug"),
});

const COLUMNS = `tag.id, tag.name, tag.name_key, tag.slug, tag.color, tag.created_at_ms, tag.updated_at_ms, tag.version,
  ifnull((select product_count.products from product_count
    where product_count.tenant_id = :tenant and product_count.owner_id = tag.id), 0) as products`;

const readTag = (row: Row): CountedTag => ({
  ...readName(row),
  color: textOrNull(row, "color"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
  productCount: number(row, "products"),
});

const SORTS = { name: "tag.name_key", created_at: "tag.created_at_ms" } as const;
const MATCHES = "tag.tenant_id = :tenant and (:search is null or instr(tag.name_key, :search) > 0)";

export function listTags(db: Reader, range: NamedRange): Promise<CountedTag[]> {
  const { sort, order } = range;
  return db.all(
    `select ${COLUMNS} from tag
      where ${MATCHES}
        and (:afterValue is null or (${SORTS[sort]}, tag.id) ${BEHIND[order]} (:afterValue, :afterId))
      order by ${SORTS[sort]} ${order}, tag.id ${order} limit :limit offset :offset`,
    rangeArgs(range),
    readTag,
  );
}

export const countTags = (db: Reader, search: string | null): Promise<number> =>
  db.one(`select count(*) as count from tag where ${MATCHES}`, { search }, (row) => number(row, "count"));

/** The tags whose names have these keys, in no order. */
export const findTagsByKeys = (db: Reader, keys: readonly string[]): Promise<TagName[]> =>
  db.all(
    `select tag.id, tag.name, tag.name_key, tag.slug from json_each(:keys) wanted
      cross join tag on tag.tenant_id = :tenant and tag.name_key = wanted.value`,
    { keys: JSON.stringify(keys) },
    readName,
  );

export const findTag = (db: Reader, id: string): Promise<CountedTag | undefined> =>
  db.first(`select ${COLUMNS} from tag where tag.tenant_id = :tenant and tag.id = :id`, { id }, readTag);

/** Those of these ids that are tags. */
export const findKnownTags = async (db: Reader, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    await db.all(
      `select tag.id from json_each(:ids) wanted
        cross join tag on tag.tenant_id = :tenant and tag.id = wanted.value`,
      { ids: JSON.stringify(ids) },
      (row) => text(row, "id"),
    ),
  );

const argsOf = (tag: Tag) => ({ ...tag });

export const insertTags = (tx: Tx, tags: readonly Tag[]): Promise<void> =>
  tx.runMany(
    `insert into tag (tenant_id, id, name, name_key, slug, color, version, created_at_ms, updated_at_ms)
      values (:tenant, :id, :name, :nameKey, :slug, :color, :version, :createdAtMs, :updatedAtMs)`,
    tags.map(argsOf),
  );

export const updateTag = (tx: Tx, tag: Tag): Promise<number> =>
  tx.run(
    `update tag set name = :name, name_key = :nameKey, slug = :slug, color = :color, version = :version,
        updated_at_ms = :updatedAtMs
      where tenant_id = :tenant and id = :id`,
    argsOf(tag),
  );

export const deleteTag = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from tag where tenant_id = :tenant and id = :id", { id });

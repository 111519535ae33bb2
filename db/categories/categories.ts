import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export interface Category {
  id: string;
  /** `null` at the root. */
  parentId: string | null;
  name: string;
  nameKey: string;
  slug: string;
  /** Names from the root down, joined with " > ". */
  path: string;
  /** The keys of the names, joined alike: unique in the tenant. */
  pathKey: string;
  /** 0 at the root. */
  level: number;
}

const readCategory = (row: Row): Category => ({
  id: text(row, "id"),
  parentId: textOrNull(row, "parent_id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  slug: text(row, "slug"),
  path: text(row, "path"),
  pathKey: text(row, "path_key"),
  level: number(row, "level"),
});

/** The categories whose paths have these keys, in no order. */
export const findCategoriesByPaths = (db: Reader, pathKeys: readonly string[]): Promise<Category[]> =>
  db.all(
    `select category.id, category.parent_id, category.name, category.name_key, category.slug, category.path,
        category.path_key, category.level
      from json_each(:pathKeys) wanted
      cross join category on category.tenant_id = :tenant and category.path_key = wanted.value`,
    { pathKeys: JSON.stringify(pathKeys) },
    readCategory,
  );

export const findCategory = (db: Reader, id: string): Promise<Category | undefined> =>
  db.first(
    `select id, parent_id, name, name_key, slug, path, path_key, level from category
      where tenant_id = :tenant and id = :id`,
    { id },
    readCategory,
  );

/** Inserts categories, each after its parent. */
export const insertCategories = (tx: Tx, categories: readonly Category[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into category (tenant_id, id, parent_id, name, name_key, slug, path, path_key, level, created_at_ms,
        updated_at_ms)
      values (:tenant, :id, :parentId, :name, :nameKey, :slug, :path, :pathKey, :level, :nowMs, :nowMs)`,
    categories.map((category) => ({ ...category, nowMs })),
  );

import type { Reader, Tx } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";
import type { Condition } from "../table-statements.ts";

/** Where a category is, as what lies below it follows from it. */
export interface CategoryPlace {
  id: string;
  path: string;
  path_key: string;
  level: number;
}

/** Ids of a category and all below it, in the order of their ids. */
export const listSubtree = (db: Reader, id: string): Promise<{ id: string; level: number }[]> =>
  db.all(
    `with recursive tree (id, level) as (
        select category.id, category.level from category where category.tenant_id = :tenant and category.id = :id
        union all select category.id, category.level from tree
          cross join category on category.tenant_id = :tenant and category.parent_id = tree.id)
      select id, level from tree order by id`,
    { id },
    (row) => ({ id: text(row, "id"), level: number(row, "level") }),
  );

/** A slug, and the category below which it is; `null`: at the root. */
export interface SlugAtPlace {
  id: string;
  parent_id: string | null;
  slug: string;
}

/** Those of these slugs that are taken at the requested places. */
export const findTakenSlugs = (db: Reader, wanted: readonly Omit<SlugAtPlace, "id">[]): Promise<SlugAtPlace[]> =>
  db.all(
    `select category.id, category.parent_id, category.slug from json_each(:wanted) wanted
      cross join category on category.tenant_id = :tenant and category.parent_id is wanted.value ->> 0
        and category.slug = wanted.value ->> 1`,
    { wanted: JSON.stringify(wanted.map(({ parent_id, slug }) => [parent_id, slug])) },
    (row) => ({ id: text(row, "id"), parent_id: textOrNull(row, "parent_id"), slug: text(row, "slug") }),
  );

/** Gives all below a category the paths and levels that follow from its own, which were those of `before`. */
export const moveDescendants = (tx: Tx, before: CategoryPlace, after: CategoryPlace, nowMs: number): Promise<number> =>
  tx.run(
    `update category set path = :path || substr(path, length(:oldPath) + 1),
        path_key = :pathKey || substr(path_key, length(:oldPathKey) + 1), level = level + :deeper,
        updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and id <> :id and id in (
        with recursive tree (id) as (
          select :id
          union all select category.id from tree
            cross join category on category.tenant_id = :tenant and category.parent_id = tree.id)
        select id from tree)`,
    {
      id: after.id,
      path: after.path,
      oldPath: before.path,
      pathKey: after.path_key,
      oldPathKey: before.path_key,
      deeper: after.level - before.level,
      nowMs,
    },
  );

/** The categories anywhere below the one with this path key. */
export const belowPath = (pathKey: string): Condition => ({
  sql: "substr(path_key, 1, length(:belowKey) + 3) = :belowKey || ' > '",
  args: { belowKey: pathKey },
});

export const AT_ROOT: Condition = { sql: "parent_id is null", args: {} };

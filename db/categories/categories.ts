import { BEHIND, type NamedRange, rangeArgs } from "../named-range.ts";
import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

/** Where a category is. */
export interface CategoryPlace {
  id: string;
  /** `null` at the root. */
  parentId: string | null;
  name: string;
  nameKey: string;
  /** Unique among siblings. */
  slug: string;
  /** Names from the root down, joined with " > ". */
  path: string;
  /** The keys of the names, joined alike: unique in the tenant. */
  pathKey: string;
  /** 0 at the root. */
  level: number;
}

export interface Category extends CategoryPlace {
  description: string | null;
  sortOrder: number;
  isActive: boolean;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

/** A category with how many live products are in it, those of its descendants not counted. */
export interface CountedCategory extends Category {
  productCount: number;
}

const readPlace = (row: Row): CategoryPlace => ({
  id: text(row, "id"),
  parentId: textOrNull(row, "parent_id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  slug: text(row, "slug"),
  path: text(row, "path"),
  pathKey: text(row, "path_key"),
  level: number(row, "level"),
});

const PLACE = `category.id, category.parent_id, category.name, category.name_key, category.slug, category.path,
  category.path_key, category.level`;
const COLUMNS = `category.id, category.parent_id, category.name, category.name_key, category.slug, category.path,
  category.path_key, category.level, category.description, category.sort_order, category.is_active,
  category.created_at_ms, category.updated_at_ms, category.version,
  ifnull((select product_count.products from product_count
    where product_count.tenant_id = :tenant and product_count.owner_id = category.id), 0) as products`;

const readCategory = (row: Row): CountedCategory => ({
  ...readPlace(row),
  description: textOrNull(row, "description"),
  sortOrder: number(row, "sort_order"),
  isActive: boolean(row, "is_active"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
  productCount: number(row, "products"),
});

/** Which categories a list shows besides what its range says. */
export interface CategoryFilter {
  search: string | null;
  /** Only what lies directly below it; `null`: anywhere. */
  parentId: string | null;
  /** Only what lies anywhere below the category with this path key; `null`: anywhere. */
  belowKey: string | null;
  /** Only those at the root. */
  isRoot: boolean;
}

const SORTS = { name: "category.name_key", created_at: "category.created_at_ms" } as const;
const MATCHES = `category.tenant_id = :tenant and (:search is null or instr(category.name_key, :search) > 0)
  and (:parentId is null or category.parent_id = :parentId) and (:isRoot = 0 or category.parent_id is null)
  and (:belowKey is null or substr(category.path_key, 1, length(:belowKey) + 3) = :belowKey || ' > ')`;

const filterArgs = ({ isRoot, ...filter }: CategoryFilter) => ({ ...filter, isRoot: isRoot ? 1 : 0 });

export function listCategories(db: Reader, filter: CategoryFilter, range: NamedRange): Promise<CountedCategory[]> {
  const { sort, order } = range;
  return db.all(
    `select ${COLUMNS} from category
      where ${MATCHES}
        and (:afterValue is null or (${SORTS[sort]}, category.id) ${BEHIND[order]} (:afterValue, :afterId))
      order by ${SORTS[sort]} ${order}, category.id ${order} limit :limit offset :offset`,
    { ...rangeArgs(range), ...filterArgs(filter) },
    readCategory,
  );
}

export const countCategories = (db: Reader, filter: CategoryFilter): Promise<number> =>
  db.one(`select count(*) as count from category where ${MATCHES}`, filterArgs(filter), (row) => number(row, "count"));

/** Every category, by level, then sort order and name: parents before their children, siblings in their order. */
export const listTree = (db: Reader): Promise<CountedCategory[]> =>
  db.all(
    `select ${COLUMNS} from category where category.tenant_id = :tenant
      order by category.level, category.sort_order, category.name_key, category.id`,
    {},
    readCategory,
  );

/** The categories whose paths have these keys, in no order. */
export const findCategoriesByPaths = (db: Reader, pathKeys: readonly string[]): Promise<CategoryPlace[]> =>
  db.all(
    `select ${PLACE}
      from json_each(:pathKeys) wanted
      cross join category on category.tenant_id = :tenant and category.path_key = wanted.value`,
    { pathKeys: JSON.stringify(pathKeys) },
    readPlace,
  );

export const findCategory = (db: Reader, id: string): Promise<CountedCategory | undefined> =>
  db.first(
    `select ${COLUMNS} from category where category.tenant_id = :tenant and category.id = :id`,
    { id },
    readCategory,
  );

/** What lies directly below a category. */
export const listChildren = (db: Reader, parentId: string): Promise<CountedCategory[]> =>
  db.all(
    `select ${COLUMNS} from category where category.tenant_id = :tenant and category.parent_id = :parentId
      order by category.sort_order, category.name_key, category.id`,
    { parentId },
    readCategory,
  );

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

/** The slugs that are taken below these parents (`null`: the root), of those that are asked for. */
export const findTakenSlugs = (
  db: Reader,
  wanted: readonly { parentId: string | null; slug: string }[],
): Promise<{ id: string; parentId: string | null; slug: string }[]> =>
  db.all(
    `select category.id, category.parent_id, category.slug from json_each(:wanted) wanted
      cross join category on category.tenant_id = :tenant and category.parent_id is wanted.value ->> 0
        and category.slug = wanted.value ->> 1`,
    { wanted: JSON.stringify(wanted.map(({ parentId, slug }) => [parentId, slug])) },
    (row) => ({ id: text(row, "id"), parentId: textOrNull(row, "parent_id"), slug: text(row, "slug") }),
  );

/** Inserts categories of which only the place is known, each after its parent. */
export const insertCategories = (tx: Tx, categories: readonly CategoryPlace[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into category (tenant_id, id, parent_id, name, name_key, slug, path, path_key, level, created_at_ms,
        updated_at_ms)
      values (:tenant, :id, :parentId, :name, :nameKey, :slug, :path, :pathKey, :level, :nowMs, :nowMs)`,
    categories.map((category) => ({ ...category, nowMs })),
  );

const argsOf = ({ isActive, ...category }: Category) => ({ ...category, isActive: isActive ? 1 : 0 });

export const insertCategory = (tx: Tx, category: Category): Promise<number> =>
  tx.run(
    `insert into category (tenant_id, id, parent_id, name, name_key, slug, path, path_key, level, description,
        sort_order, is_active, created_at_ms, updated_at_ms, version)
      values (:tenant, :id, :parentId, :name, :nameKey, :slug, :path, :pathKey, :level, :description,
        :sortOrder, :isActive, :createdAtMs, :updatedAtMs, :version)`,
    argsOf(category),
  );

/** Stores a category. Call `moveDescendants` when its path or level has changed. */
export const updateCategory = (tx: Tx, category: Category): Promise<number> =>
  tx.run(
    `update category set parent_id = :parentId, name = :name, name_key = :nameKey, slug = :slug, path = :path,
        path_key = :pathKey, level = :level, description = :description, sort_order = :sortOrder,
        is_active = :isActive, updated_at_ms = :updatedAtMs, version = :version
      where tenant_id = :tenant and id = :id`,
    argsOf(category),
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
      pathKey: after.pathKey,
      oldPathKey: before.pathKey,
      deeper: after.level - before.level,
      nowMs,
    },
  );

export const deleteCategory = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from category where tenant_id = :tenant and id = :id", { id });

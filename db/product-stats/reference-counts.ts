import type { Reader } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** Of more nobody chooses one from a list. */
const NAMES_MAX = 10_000;

/** How many live products each brand or category has, by its id; those without any are left out. */
export const countByReference = async (db: Reader, by: "brand" | "category"): Promise<Record<string, number>> => {
  const read = (row: Row): [string, number] => [text(row, "id"), number(row, "products")];
  const counted =
    by === "brand"
      ? await db.all(
          `select brand_id as id, count(*) as products from product
            where tenant_id = :tenant and deleted_at_ms is null and brand_id is not null group by brand_id`,
          {},
          read,
        )
      : await db.all(
          `select category_id as id, count(*) as products from product
            where tenant_id = :tenant and deleted_at_ms is null and category_id is not null group by category_id`,
          {},
          read,
        );
  return Object.fromEntries(counted);
};

export interface NamedBrand {
  id: string;
  name: string;
  slug: string;
}

/** The brands by name. */
export const listBrandNames = (db: Reader): Promise<NamedBrand[]> =>
  db.all(
    `select id, name, slug from brand where tenant_id = :tenant order by name_key limit ${NAMES_MAX}`,
    {},
    (row) => ({ id: text(row, "id"), name: text(row, "name"), slug: text(row, "slug") }),
  );

export interface NamedCategory {
  id: string;
  name: string;
  slug: string;
  /** `null` at the root. */
  parentId: string | null;
  level: number;
  sortOrder: number;
  path: string;
}

/** The categories by level, then in the order that was given to them, then by name. */
export const listCategoryNames = (db: Reader): Promise<NamedCategory[]> =>
  db.all(
    `select id, name, slug, parent_id, level, sort_order, path from category
      where tenant_id = :tenant order by level, sort_order, name_key, id limit ${NAMES_MAX}`,
    {},
    (row) => ({
      id: text(row, "id"),
      name: text(row, "name"),
      slug: text(row, "slug"),
      parentId: textOrNull(row, "parent_id"),
      level: number(row, "level"),
      sortOrder: number(row, "sort_order"),
      path: text(row, "path"),
    }),
  );

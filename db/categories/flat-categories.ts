import type { Reader } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";

/** A category in the flat list of the whole tree. */
export interface FlatCategory {
  id: string;
  /** `null` at the root. */
  parentId: string | null;
  name: string;
  slug: string;
  /** 0 at the root. */
  level: number;
  sortOrder: number;
}

/** Every category, the roots first, each level in its order. */
export const listFlatCategories = (db: Reader): Promise<FlatCategory[]> =>
  db.all(
    `select id, parent_id, name, slug, level, sort_order from category
      where tenant_id = :tenant order by level, sort_order, name_key, id`,
    {},
    (row) => ({
      id: text(row, "id"),
      parentId: textOrNull(row, "parent_id"),
      name: text(row, "name"),
      slug: text(row, "slug"),
      level: number(row, "level"),
      sortOrder: number(row, "sort_order"),
    }),
  );

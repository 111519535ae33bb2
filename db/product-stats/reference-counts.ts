import type { Reader } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

/** No user chooses from a longer list. */
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

const CATEGORY = selection("category", {
  id: TEXT,
  name: TEXT,
  slug: TEXT,
  /** `null` at the root. */
  parentId: TEXT_OR_NULL,
  level: NUMBER,
  sortOrder: NUMBER,
  path: TEXT,
});
export type NamedCategory = SelectedBy<typeof CATEGORY>;

/** The categories by level, then in the order that was given to them, then by name. */
export const listCategoryNames = (db: Reader): Promise<NamedCategory[]> =>
  db.all(
    `select ${CATEGORY.selected} from category
      where tenant_id = :tenant order by level, sort_order, name_key, id limit ${NAMES_MAX}`,
    {},
    CATEGORY.read,
  );

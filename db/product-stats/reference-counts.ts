import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

/** No user chooses from a longer list. */
const NAMES_MAX = 10_000;

/** How many live products each brand or category has, by its id; those without any are left out. */
export const countByReference = async (db: Reader, by: "brand" | "category"): Promise<Record<string, number>> =>
  Object.fromEntries(
    await db.all(
      `select product.${by}_id as id, count(*) as products from product
        where product.tenant_id = :tenant and product.deleted_at_ms is null and product.${by}_id is not null group by 1`,
      {},
      (row) => [text(row, "id"), number(row, "products")] as const,
    ),
  );

const BRAND = selection("brand", { id: TEXT, name: TEXT, slug: TEXT });

/** The brands by name. */
export const listBrandNames = (db: Reader): Promise<SelectedBy<typeof BRAND>[]> =>
  db.all(
    `select ${BRAND.selected} from brand where tenant_id = :tenant order by name_key limit ${NAMES_MAX}`,
    {},
    BRAND.read,
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

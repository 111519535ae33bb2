import { fixed, keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { FLAG, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const SHOP_CATEGORY = {
  connectorId: fixed(TEXT),
  categoryId: fixed(TEXT),
  /** What the platform calls it. */
  externalId: TEXT,
  /** It was chosen by somebody, and not found or made by a push. */
  isChosen: FLAG,
  /** Its name here when a push found, made or renamed it; `null`: not known. */
  name: TEXT_OR_NULL,
  /** What the platform calls the one above it, by the same push; `null`: none. */
  parentId: TEXT_OR_NULL,
};
export const shopCategories = keyedTable("platform_category", SHOP_CATEGORY, ["connectorId", "categoryId"]);
/** Which category of a platform stands for one here. */
export type ShopCategoryOf = ValuesOf<typeof SHOP_CATEGORY>;

const PLACE = selection("category", { id: TEXT, parentId: TEXT_OR_NULL, name: TEXT, path: TEXT });
/** A category and where it is. */
export type CategoryNode = SelectedBy<typeof PLACE>;

/** These categories with all above them, in no order. */
export const listWithAncestors = (db: Reader, ids: readonly string[]): Promise<CategoryNode[]> =>
  db.all(
    `with recursive wanted (id) as (
        select value from json_each(:ids)
        union select category.parent_id from wanted
          cross join category on category.tenant_id = :tenant and category.id = wanted.id
          where category.parent_id is not null)
      select ${PLACE.selected} from wanted
        cross join category on category.tenant_id = :tenant and category.id = wanted.id`,
    { ids: JSON.stringify(ids) },
    PLACE.read,
  );

/** Some of a connector, in the order of the categories here. */
export const listShopCategoriesAfter = (
  db: Reader,
  connectorId: string,
  { after, ...range }: { after: string | undefined; offset: number; limit: number },
): Promise<ShopCategoryOf[]> =>
  shopCategories.list(db, {
    where: { connectorId },
    by: "categoryId",
    order: "asc",
    after: [after ?? "", ""],
    ...range,
  });

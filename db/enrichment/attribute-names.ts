import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

/** Products that are read for the names of their attributes: the newest ones. */
const READ_MAX = 300;
const NAMES_MAX = 120;

const ATTRIBUTE_USE = selection("attribute", {
  name: computed("attribute.key", TEXT),
  /** As JSON calls it. */
  type: computed("attribute.type", TEXT),
  unit: computed("max(iif(attribute.type = 'object', attribute.value ->> '$.unit', null))", TEXT_OR_NULL),
  uses: computed("count(*)", NUMBER),
});
/** A name of attributes with what it holds, and in how many products. */
export type AttributeUse = SelectedBy<typeof ATTRIBUTE_USE>;

/** The names that attributes of the newest products have, the most used first; `categoryId`: only of that category's. */
export const listAttributeUses = (db: Reader, categoryId: string | null): Promise<AttributeUse[]> =>
  db.all(
    `select ${ATTRIBUTE_USE.selected} from (select extra from product
        where tenant_id = :tenant and deleted_at_ms is null ${categoryId === null ? "" : "and category_id = :categoryId"}
        order by row_id desc limit ${READ_MAX}) known
      cross join json_each(known.extra, '$.attributes') attribute
      group by attribute.key, attribute.type order by uses desc, attribute.key limit ${NAMES_MAX}`,
    categoryId === null ? {} : { categoryId },
    ATTRIBUTE_USE.read,
  );

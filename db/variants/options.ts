import { fixed, keyedTable } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { called } from "../selection.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const OPTION = {
  id: TEXT,
  productId: fixed(TEXT),
  name: TEXT,
  /** Lower case: what names are compared by. */
  nameKey: TEXT,
  values: called("option_values", jsonColumn<string[]>()),
  position: NUMBER,
  createdAtMs: fixed(NUMBER),
};
export const productOptions = keyedTable("product_option", OPTION);
/** An axis that the variants of a product differ in, such as colour. */
export type Option = ValuesOf<typeof OPTION>;

/** The options of a product, in their order. */
export const listOptions = (db: Reader, productId: string): Promise<Option[]> =>
  productOptions.list(db, { where: { productId }, by: "position", order: "asc" });

/** The options of these products, in their order. */
export const listOptionsOf = (db: Reader, productIds: readonly string[]): Promise<Option[]> =>
  db.all(
    `select ${productOptions.selected} from json_each(:productIds) wanted
      cross join product_option on product_option.tenant_id = :tenant and product_option.product_id = wanted.value
      order by product_option.product_id, product_option.position, product_option.id`,
    { productIds: JSON.stringify(productIds) },
    productOptions.read,
  );

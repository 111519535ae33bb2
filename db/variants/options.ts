import type { Reader, Tx } from "../ports.ts";
import { json, number, type Row, text } from "../rows.ts";

/** An axis that the variants of a product differ in, such as colour. */
export interface Option {
  id: string;
  productId: string;
  name: string;
  /** Lower case: what names are compared by. */
  nameKey: string;
  values: string[];
  position: number;
  createdAtMs: number;
}

const readOption = (row: Row): Option => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  // Written by the statements below from such a list.
  values: json(row, "option_values") as string[],
  position: number(row, "position"),
  createdAtMs: number(row, "created_at_ms"),
});

/** The options of a product, in their order. */
export const listOptions = (db: Reader, productId: string): Promise<Option[]> =>
  db.all(
    `select id, product_id, name, name_key, option_values, position, created_at_ms from product_option
      where tenant_id = :tenant and product_id = :productId order by position, id`,
    { productId },
    readOption,
  );

/** The options of these products, in their order. */
export const listOptionsOf = (db: Reader, productIds: readonly string[]): Promise<Option[]> =>
  db.all(
    `select option.id, option.product_id, option.name, option.name_key, option.option_values, option.position,
        option.created_at_ms from json_each(:productIds) wanted
      cross join product_option option on option.tenant_id = :tenant and option.product_id = wanted.value
      order by option.product_id, option.position, option.id`,
    { productIds: JSON.stringify(productIds) },
    readOption,
  );

/** Stores whole options by their id, the new ones too. */
export const putOptions = (tx: Tx, options: readonly Option[]): Promise<void> =>
  tx.runMany(
    `insert into product_option (tenant_id, id, product_id, name, name_key, option_values, position, created_at_ms)
      values (:tenant, :id, :productId, :name, :nameKey, :values, :position, :createdAtMs)
      on conflict (tenant_id, id) do update set name = excluded.name, name_key = excluded.name_key,
        option_values = excluded.option_values, position = excluded.position`,
    options.map((option) => ({ ...option, values: JSON.stringify(option.values) })),
  );

export const deleteOptions = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run("delete from product_option where tenant_id = :tenant and id in (select value from json_each(:ids))", {
    ids: JSON.stringify(ids),
  });

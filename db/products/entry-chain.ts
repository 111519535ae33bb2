import { STATE } from "./product-state.ts";

/*
 * What is appended of a product names the entry before it, and the product's state the last one. A sparse index of each
 * table, named after it, has one entry in 32.
 */

interface Chain {
  table: "product_change" | "stock_movement";
  /** What the state calls the row of the last entry. */
  last: "last_change_row" | "last_movement_row";
}
export const CHANGE_CHAIN: Chain = { table: "product_change", last: "last_change_row" };
export const MOVEMENT_CHAIN: Chain = { table: "stock_movement", last: "last_movement_row" };

/**
 * The parts of a recursive `with`: `place` is what the statement `placeSql` says of a product, its row, the row of its last
 * entry and the number `high`; `entry` are its entries from that number down, so many as `:span`, with `is_wanted` where the
 * condition on `known` holds. Begins at the next entry up that the sparse index has, or at the last of all, and is there after
 * at most 31 steps. Its own order is that of its numbers, so that who wants a few of them stops there.
 */
export const entriesSql = ({ table }: Chain, placeSql: string, condition: string): string => `with recursive
  place (product_row, last_row, high) as (${placeSql}),
  entry (row_id, number, previous_row, high, is_wanted) as (
    select known.row_id, known.number, known.previous_row, place.high, known.number <= place.high and ${condition}
      from place
      cross join ${table} known on known.tenant_id = :tenant and known.row_id = ifnull((
        select sample.row_id from ${table} sample indexed by ${table}_sample
          where sample.tenant_id = :tenant and sample.product_row = place.product_row and sample.number >= place.high
            and (sample.number + sample.product_row) % 32 = 0
          order by sample.number limit 1), place.last_row)
      where place.high > 0
    union all
    select known.row_id, known.number, known.previous_row, entry.high, known.number <= entry.high and ${condition}
      from entry
      cross join ${table} known on known.tenant_id = :tenant and known.row_id = entry.previous_row
      where entry.number > entry.high - :span + 1
    order by 2 desc)`;

/** Erases all entries of the products whose ids are the list `:ids`, from the last of each back to its first. */
export const eraseEntriesSql = ({ table, last }: Chain): string => `with recursive entry (row_id) as (
  select state.${last} from json_each(:ids) wanted
    cross join product on product.tenant_id = :tenant and product.id = wanted.value
    ${STATE}
    where state.${last} is not null
  union all
  select known.previous_row from entry
    cross join ${table} known on +known.tenant_id = :tenant and known.row_id = entry.row_id
    where known.previous_row is not null)
  delete from ${table} where +tenant_id = :tenant and row_id in (select row_id from entry)`;

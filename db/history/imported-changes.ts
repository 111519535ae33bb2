import { jsonOrNullColumn } from "../keyed-table.ts";
import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

const CHANGED = selection("entry", {
  productRow: NUMBER,
  field: computed("changed.value ->> 0", TEXT),
  /** Whether the import did it; else the values are absent. */
  isOwn: FLAG,
  before: computed("iif(entry.is_own, changed.value -> 1, null)", jsonOrNullColumn<unknown>()),
  after: computed("iif(entry.is_own, changed.value -> 2, null)", jsonOrNullColumn<unknown>()),
});
/** What became of a field of a product from its first change by an import on. */
export type LaterChange = SelectedBy<typeof CHANGED>;

const MOVED = selection("movement", {
  productRow: NUMBER,
  /** `null` twice: the generic record. */
  supplierId: TEXT_OR_NULL,
  variantId: TEXT_OR_NULL,
  isOwn: computed("ifnull(movement.is_own, 0)", FLAG),
  before: computed("movement.quantity_before", NUMBER),
  after: computed("movement.quantity_after", NUMBER),
});
/** What became of a stock record from its first movement by an import on. */
export type LaterMovement = SelectedBy<typeof MOVED>;

/**
 * What happened to products in these rows since an import first changed their fields, in order. Values are as the API
 * shows them.
 */
export const listChangesSince = (db: Reader, importId: string, rows: readonly number[]): Promise<LaterChange[]> =>
  db.all(
    `with entry as (
        select product_change.product_row, product_change.number, product_change.changes,
            product_change.actor_kind = 'import' and product_change.actor_id = :importId as is_own
          from json_each(:rows) wanted
          cross join product_change on product_change.tenant_id = :tenant and product_change.product_row = wanted.value)
      select ${CHANGED.selected}
        from (select product_row, min(number) as number from entry where is_own group by product_row) own
        cross join entry on entry.product_row = own.product_row and entry.number >= own.number
        cross join json_each(entry.changes) changed
        order by entry.product_row, entry.number`,
    { importId, rows: JSON.stringify(rows) },
    CHANGED.read,
  );

/** What moved in the stock of products in these rows since an import first moved it, in order. */
export const listMovementsSince = (db: Reader, importId: string, rows: readonly number[]): Promise<LaterMovement[]> =>
  db.all(
    `with movement as (
        select stock_movement.product_row, stock_movement.number, stock_movement.supplier_id,
            stock_movement.variant_id, stock_movement.quantity_before, stock_movement.quantity_after,
            stock_movement.movement_type = 'import' and stock_movement.reference = :importId as is_own
          from json_each(:rows) wanted
          cross join stock_movement on stock_movement.tenant_id = :tenant and stock_movement.product_row = wanted.value)
      select ${MOVED.selected}
        from (select product_row, min(number) as number from movement where is_own group by product_row) own
        cross join movement on movement.product_row = own.product_row and movement.number >= own.number
        order by movement.product_row, movement.number`,
    { importId, rows: JSON.stringify(rows) },
    MOVED.read,
  );

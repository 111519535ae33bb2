import type { Reader } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

/** What became of a field of a product from its first change by an import on. */
export interface LaterChange {
  productRow: number;
  field: string;
  /** Whether the import did it; else the values are absent. */
  isOwn: boolean;
  before: unknown;
  after: unknown;
}

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
      select entry.product_row, entry.is_own, changed.value ->> 0 as field,
          iif(entry.is_own, changed.value -> 1, null) as before, iif(entry.is_own, changed.value -> 2, null) as after
        from (select product_row, min(number) as number from entry where is_own group by product_row) own
        cross join entry on entry.product_row = own.product_row and entry.number >= own.number
        cross join json_each(entry.changes) changed
        order by entry.product_row, entry.number`,
    { importId, rows: JSON.stringify(rows) },
    (row) => ({
      productRow: number(row, "product_row"),
      field: text(row, "field"),
      isOwn: boolean(row, "is_own"),
      before: parsed(row, "before"),
      after: parsed(row, "after"),
    }),
  );

const parsed = (row: Row, column: string): unknown => JSON.parse(textOrNull(row, column) ?? "null");

/** What became of a stock record from its first movement by an import on. */
export interface LaterMovement {
  productRow: number;
  /** `null` twice: the generic record. */
  supplierId: string | null;
  variantId: string | null;
  isOwn: boolean;
  before: number;
  after: number;
}

/** What moved in the stock of products in these rows since an import first moved it, in order. */
export const listMovementsSince = (db: Reader, importId: string, rows: readonly number[]): Promise<LaterMovement[]> =>
  db.all(
    `with movement as (
        select stock_movement.product_row, stock_movement.number, stock_movement.supplier_id, stock_movement.variant_id,
            stock_movement.quantity_before, stock_movement.quantity_after, stock_movement.movement_type = 'import' and stock_movement.reference = :importId as is_own
          from json_each(:rows) wanted
          cross join stock_movement on stock_movement.tenant_id = :tenant and stock_movement.product_row = wanted.value)
      select movement.product_row, movement.supplier_id, movement.variant_id, ifnull(movement.is_own, 0) as is_own,
          movement.quantity_before, movement.quantity_after
        from (select product_row, min(number) as number from movement where is_own group by product_row) own
        cross join movement on movement.product_row = own.product_row and movement.number >= own.number
        order by movement.product_row, movement.number`,
    { importId, rows: JSON.stringify(rows) },
    (row) => ({
      productRow: number(row, "product_row"),
      supplierId: textOrNull(row, "supplier_id"),
      variantId: textOrNull(row, "variant_id"),
      isOwn: boolean(row, "is_own"),
      before: number(row, "quantity_before"),
      after: number(row, "quantity_after"),
    }),
  );

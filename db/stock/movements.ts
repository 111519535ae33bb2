import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { type Args, number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

export const MOVEMENT_TYPES = ["set", "adjust", "sync", "import", "connector"] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

const MOVEMENT = selection("stock_movement", {
  /** Counts the movements of the product, from 1. */
  number: NUMBER,
  id: TEXT,
  productId: computed(":productId", TEXT),
  /** `null` with `variantId` `null`: the generic record. */
  supplierId: TEXT_OR_NULL,
  variantId: TEXT_OR_NULL,
  movementType: wordColumn(MOVEMENT_TYPES),
  quantityBefore: NUMBER,
  quantityAfter: NUMBER,
  /** What brought it: the id of an import or of a connector's job. */
  reference: TEXT_OR_NULL,
  createdAtMs: NUMBER,
});
/** A change of one stock record. */
export type StockMovement = SelectedBy<typeof MOVEMENT>;

/** Which movements of a product; what is `null` does not restrict. */
export interface MovementFilter {
  productId: string;
  /** Both inclusive. */
  fromMs: number | null;
  toMs: number | null;
  movementType: MovementType | null;
}

const OF_PRODUCT = `stock_movement.tenant_id = :tenant and stock_movement.product_row = (
  select product.row_id from product where product.tenant_id = :tenant and product.id = :productId)`;
const IS_AMONG = `stock_movement.created_at_ms >= ifnull(:fromMs, 0)
  and stock_movement.created_at_ms <= ifnull(:toMs, 9007199254740991)
  and (:movementType is null or stock_movement.movement_type = :movementType)`;

/** Where a page begins: after this number of movements, or below this number. */
export interface MovementPage {
  limit: number;
  offset: number;
  before: number | null;
}

/** One page of a product's movements, newest first. */
export const listMovements = (
  db: Reader,
  filter: MovementFilter,
  { limit, offset, before }: MovementPage,
): Promise<StockMovement[]> =>
  db.all(
    `select ${MOVEMENT.selected}
      from stock_movement where ${OF_PRODUCT} and ${IS_AMONG} and stock_movement.number < :before
      order by stock_movement.number desc limit :limit offset :offset`,
    { ...argsOf(filter), before: before ?? Number.MAX_SAFE_INTEGER, limit, offset },
    MOVEMENT.read,
  );

const isWhole = ({ fromMs, toMs, movementType }: MovementFilter): boolean =>
  fromMs === null && toMs === null && movementType === null;

/** How many movements of a product there are: the last number, or, with a filter, counted one by one. */
export const countMovements = (db: Reader, filter: MovementFilter): Promise<number> =>
  isWhole(filter)
    ? db.one(
        `select ifnull(max(stock_movement.number), 0) as count from stock_movement where ${OF_PRODUCT}`,
        { productId: filter.productId },
        (row) => number(row, "count"),
      )
    : db.one(
        `select count(*) as count from stock_movement where ${OF_PRODUCT} and ${IS_AMONG}`,
        argsOf(filter),
        (row) => number(row, "count"),
      );

const argsOf = (filter: MovementFilter): Args => ({ ...filter });

/** A movement to be stored, with the row of its product where that is known. */
export type NewMovement = Omit<StockMovement, "number" | "movementType" | "createdAtMs"> & {
  productRow?: number | undefined;
};
type Common = Pick<StockMovement, "movementType" | "createdAtMs">;

const insertSql = (productRow: string, product: string) =>
  `insert into stock_movement (tenant_id, product_row, number, created_at_ms, id, movement_type, quantity_before,
      quantity_after, supplier_id, variant_id, reference)
    select :tenant, ${productRow}, (moved.value ->> 2) + ifnull((select max(known.number) from stock_movement known
        where known.tenant_id = :tenant and known.product_row = ${productRow}), 0),
      :createdAtMs, moved.value ->> 0, :movementType, moved.value ->> 3, moved.value ->> 4, moved.value ->> 5,
      moved.value ->> 6, moved.value ->> 7
    from json_each(:movements) moved cross join ${product}`;
const INSERT_BY_ROW = insertSql(
  "state.row_id",
  "product_state state on state.tenant_id = :tenant and state.row_id = moved.value ->> 1",
);
const INSERT_BY_ID = insertSql(
  "product.row_id",
  "product on product.tenant_id = :tenant and product.id = moved.value ->> 1",
);

/** Keeps movements of stored products, of which each may come several times: the later one is the newer. */
export async function insertMovements(tx: Tx, movements: readonly NewMovement[], common: Common): Promise<void> {
  const hasRows = movements.every(({ productRow }) => productRow !== undefined);
  const counts = new Map<string, number>();
  const rows = movements.map(({ id, productId, productRow, quantityBefore, quantityAfter, ...whose }) => {
    const count = (counts.get(productId) ?? 0) + 1;
    counts.set(productId, count);
    const { supplierId, variantId, reference } = whose;
    const place = hasRows ? (productRow ?? 0) : productId;
    return [id, place, count, quantityBefore, quantityAfter, supplierId, variantId, reference];
  });
  await tx.send(hasRows ? INSERT_BY_ROW : INSERT_BY_ID, { ...common, movements: JSON.stringify(rows) });
}

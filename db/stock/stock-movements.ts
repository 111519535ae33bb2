import type { Reader, Tx } from "../ports.ts";
import { entriesSql, MOVEMENT_CHAIN } from "../products/entry-chain.ts";
import { STATE } from "../products/product-state.ts";
import { type Args, number, type Row, text, textOrNull } from "../rows.ts";

export const MOVEMENT_TYPES = ["set", "adjust", "sync", "import", "connector"] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** A change of one stock record. */
export interface StockMovement {
  /** Names the row; it grows with each new movement. */
  rowId: number;
  id: string;
  productId: string;
  /** `null` with `variantId` `null`: the generic record. */
  supplierId: string | null;
  variantId: string | null;
  movementType: MovementType;
  quantityBefore: number;
  quantityAfter: number;
  /** What brought it: the id of an import or of a connector's job. */
  reference: string | null;
  createdAtMs: number;
}

const readMovement = (row: Row): StockMovement => ({
  rowId: number(row, "row_id"),
  id: text(row, "id"),
  productId: text(row, "product_id"),
  supplierId: textOrNull(row, "supplier_id"),
  variantId: textOrNull(row, "variant_id"),
  // The table checks it.
  movementType: text(row, "movement_type") as MovementType,
  quantityBefore: number(row, "quantity_before"),
  quantityAfter: number(row, "quantity_after"),
  reference: textOrNull(row, "reference"),
  createdAtMs: number(row, "created_at_ms"),
});

/** Which movements of a product; what is `null` does not restrict. */
export interface MovementFilter {
  productId: string;
  /** Both inclusive. */
  fromMs: number | null;
  toMs: number | null;
  movementType: MovementType | null;
}

/** Where the chain of a product's movements ends, and how long it is. */
const LAST = `select state.row_id, state.last_movement_row as last_row, state.movements as length from product
  ${STATE}
  where product.tenant_id = :tenant and product.id = :productId`;
const IS_AMONG = `known.created_at_ms >= ifnull(:fromMs, 0) and known.created_at_ms <= ifnull(:toMs, 9007199254740991)
  and (:movementType is null or known.movement_type = :movementType)`;
/** The movements of a product from `:skip` below the last one, or below the one before row `:before`, down. */
const CHAIN = entriesSql(
  MOVEMENT_CHAIN,
  `select ended.row_id, ended.last_row, iif(:before is null, ended.length, ifnull((
      select shown.number - 1 from stock_movement shown
        where shown.tenant_id = :tenant and shown.row_id = :before and shown.product_row = ended.row_id), 0)) - :skip
    from (${LAST}) ended`,
  IS_AMONG,
);
const ALL = Number.MAX_SAFE_INTEGER;

/** Where a page begins: after so many movements, or after this one. */
export interface MovementPage {
  limit: number;
  offset: number;
  after: { rowId: number } | undefined;
}

const isWhole = ({ fromMs, toMs, movementType }: MovementFilter): boolean =>
  fromMs === null && toMs === null && movementType === null;

/** One page of a product's movements, newest first. */
export function listMovements(
  db: Reader,
  filter: MovementFilter,
  { limit, offset, after }: MovementPage,
): Promise<StockMovement[]> {
  // Numbers have no gap: without a filter the page is known by them, with one all movements are looked at.
  const page = isWhole(filter) ? { skip: offset, span: limit, offset: 0 } : { skip: 0, span: ALL, offset };
  return db.all(
    `${CHAIN}
      select stock_movement.row_id, stock_movement.id, :productId as product_id, supplier_id, variant_id, movement_type,
          quantity_before, quantity_after, reference, created_at_ms
        from entry
        cross join stock_movement on stock_movement.tenant_id = :tenant and stock_movement.row_id = entry.row_id
        where entry.is_wanted limit :limit offset :offset`,
    { ...argsOf(filter), before: after?.rowId ?? null, limit, ...page },
    readMovement,
  );
}

/** How many movements of a product there are. With a filter they are counted one by one. */
export const countMovements = (db: Reader, filter: MovementFilter): Promise<number> =>
  isWhole(filter)
    ? db.one(
        `select ifnull((select ended.length from (${LAST}) ended), 0) as count`,
        { productId: filter.productId },
        (row) => number(row, "count"),
      )
    : db.one(
        `${CHAIN} select count(*) as count from entry where entry.is_wanted`,
        { ...argsOf(filter), before: null, skip: 0, span: ALL },
        (row) => number(row, "count"),
      );

const argsOf = (filter: MovementFilter): Args => ({ ...filter });

/** A movement to be kept, with the row of its product where that is known. */
export type NewMovement = Omit<StockMovement, "rowId" | "movementType" | "createdAtMs"> & {
  productRow?: number | undefined;
};
type Common = Pick<StockMovement, "movementType" | "createdAtMs">;

/** A table of all tenants gives its row ids to all of them. */
const LAST_ROW = "select ifnull(max(row_id), 0) as row_id from stock_movement";

// What movements have in common is bound once: each value that SQLite has to find in a list takes a third of a microsecond.
const ALIKE = { number: "1", previous: "state.last_movement_row", whose: ":supplierId, :variantId, :reference" };
// A product may come several times: `4` is how many movements before this one are of the same product, `5` the last of them.
const MIXED = {
  number: "1 + (moved.value ->> 4)",
  previous: "ifnull(moved.value ->> 5, state.last_movement_row)",
  whose: "moved.value ->> 6, moved.value ->> 7, moved.value ->> 8",
};
const BY_ROW = "cross join product_state state on state.tenant_id = :tenant and state.row_id = moved.value ->> 1";
const BY_ID = `cross join product on product.tenant_id = :tenant and product.id = moved.value ->> 1
      ${STATE}`;
const insertSql = ({ number: place, previous, whose }: typeof ALIKE, by: string) =>
  `insert into stock_movement (row_id, tenant_id, product_row, number, previous_row, created_at_ms, id, movement_type,
      quantity_before, quantity_after, supplier_id, variant_id, reference)
    select :firstRow + moved.key, :tenant, state.row_id, state.movements + ${place}, ${previous}, :createdAtMs,
      moved.value ->> 0, :movementType, moved.value ->> 2, moved.value ->> 3, ${whose}
    from json_each(:movements) moved ${by}`;
const INSERT_ALIKE = { byRow: insertSql(ALIKE, BY_ROW), byId: insertSql(ALIKE, BY_ID) };
const INSERT_MIXED = { byRow: insertSql(MIXED, BY_ROW), byId: insertSql(MIXED, BY_ID) };

/**
 * Keeps movements of stored products, and returns the row of the first; the others follow it in their order. Where each
 * product's movements end now is the caller's to store, in this transaction: see `insertMovements`.
 */
export async function appendMovements(tx: Tx, movements: readonly NewMovement[], common: Common): Promise<number> {
  const firstRow = 1 + (await tx.one(LAST_ROW, {}, (row) => number(row, "row_id")));
  const isPlaced = movements.every(({ productRow }) => productRow !== undefined);
  const by = isPlaced ? "byRow" : "byId";
  const valuesOf = ({ id, productId, productRow, quantityBefore, quantityAfter }: NewMovement) => [
    id,
    isPlaced ? (productRow ?? 0) : productId,
    quantityBefore,
    quantityAfter,
  ];
  const args = { createdAtMs: common.createdAtMs, movementType: common.movementType, firstRow };
  const [first] = movements;
  if (first && areAlike(movements, first)) {
    const { supplierId, variantId, reference } = first;
    const rows = JSON.stringify(movements.map(valuesOf));
    await tx.send(INSERT_ALIKE[by], { ...args, supplierId, variantId, reference, movements: rows });
    return firstRow;
  }
  const ends = new Map<string, { count: number; row: number }>();
  const rows = movements.map((movement, index) => {
    const { productId, supplierId, variantId, reference } = movement;
    const { count, row } = ends.get(productId) ?? { count: 0, row: null };
    ends.set(productId, { count: count + 1, row: firstRow + index });
    return [...valuesOf(movement), count, row, supplierId, variantId, reference];
  });
  await tx.send(INSERT_MIXED[by], { ...args, movements: JSON.stringify(rows) });
  return firstRow;
}

/** Whether all movements are those of one kind of record, with one reference, and of different products. */
function areAlike(movements: readonly NewMovement[], { supplierId, variantId, reference }: NewMovement): boolean {
  const isLike = (movement: NewMovement) =>
    movement.supplierId === supplierId && movement.variantId === variantId && movement.reference === reference;
  return movements.every(isLike) && new Set(movements.map(({ productId }) => productId)).size === movements.length;
}

/** Lets products, of which none comes twice, end at their movements from row `:firstRow` on. */
const END_AT_EACH = `update product_state set last_movement_row = fresh.row_id, movements = fresh.number
  from stock_movement fresh
  where fresh.tenant_id = :tenant and fresh.row_id >= :firstRow
    and +product_state.tenant_id = :tenant and product_state.row_id = fresh.product_row`;
/** Lets products end at the last of their movements from row `:firstRow` on. */
const END_AT_FRESH = `update product_state set last_movement_row = fresh.row_id, movements = fresh.number
  from (select product_row, max(row_id) as row_id, max(number) as number from stock_movement
    where tenant_id = :tenant and row_id >= :firstRow group by product_row) fresh
  where +product_state.tenant_id = :tenant and product_state.row_id = fresh.product_row`;

/** Keeps movements of stored products, of which each may come several times: the later one is the newer. */
export async function insertMovements(tx: Tx, movements: readonly NewMovement[], common: Common): Promise<void> {
  const firstRow = await appendMovements(tx, movements, common);
  const isOneOfEach = new Set(movements.map(({ productId }) => productId)).size === movements.length;
  await tx.send(isOneOfEach ? END_AT_EACH : END_AT_FRESH, { firstRow });
}

import type { Reader, Tx } from "../ports.ts";
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

const MATCHES = `tenant_id = :tenant
  and product_row = (select row_id from product where tenant_id = :tenant and id = :productId)
  and created_at_ms >= ifnull(:fromMs, 0) and created_at_ms <= ifnull(:toMs, 9007199254740991)
  and (:movementType is null or movement_type = :movementType)`;

/** Where a page begins: after so many movements, or after this one. */
export interface MovementPage {
  limit: number;
  offset: number;
  after: { rowId: number } | undefined;
}

/** One page of a product's movements, newest first. */
export const listMovements = (
  db: Reader,
  filter: MovementFilter,
  { limit, offset, after }: MovementPage,
): Promise<StockMovement[]> =>
  db.all(
    `select row_id, id, :productId as product_id, supplier_id, variant_id, movement_type, quantity_before, quantity_after, reference,
        created_at_ms
      from stock_movement
      where ${MATCHES} and row_id < :before
      order by row_id desc limit :limit offset :offset`,
    { ...argsOf(filter), before: after?.rowId ?? Number.MAX_SAFE_INTEGER, limit, offset },
    readMovement,
  );

export const countMovements = (db: Reader, filter: MovementFilter): Promise<number> =>
  db.one(`select count(*) as count from stock_movement where ${MATCHES}`, argsOf(filter), (row) =>
    number(row, "count"),
  );

const argsOf = (filter: MovementFilter): Args => ({ ...filter });

/** A movement to be kept, with the row of its product where that is known. */
export type NewMovement = Omit<StockMovement, "rowId" | "movementType" | "createdAtMs"> & {
  productRow?: number | undefined;
};

const insertSql = (productRow: string, from: string) =>
  `insert into stock_movement (tenant_id, product_row, created_at_ms, id, supplier_id, variant_id, movement_type,
      quantity_before, quantity_after, reference)
    select :tenant, ${productRow}, :createdAtMs, moved.value ->> 0, :supplierId, :variantId, :movementType,
      moved.value ->> 2, moved.value ->> 3, :reference
    from json_each(:movements) moved ${from}`;
const INSERT_BY_ROW = insertSql("moved.value ->> 1", "");
const INSERT_BY_ID = insertSql(
  "product.row_id",
  "cross join product on product.tenant_id = :tenant and product.id = moved.value ->> 1",
);

/**
 * Keeps movements of stored products. What they have in common goes once: of most works all have one supplier and one
 * reference, and each value that SQLite has to find in a list takes a third of a microsecond.
 */
export async function insertMovements(
  tx: Tx,
  movements: readonly NewMovement[],
  common: Pick<StockMovement, "movementType" | "createdAtMs">,
): Promise<void> {
  const isPlaced = movements.every(({ productRow }) => productRow !== undefined);
  const groups = new Map<string, { first: NewMovement; rows: (string | number)[][] }>();
  for (const movement of movements) {
    const { id, productId, productRow, supplierId, variantId, reference, quantityBefore, quantityAfter } = movement;
    const key = `${supplierId} ${variantId} ${reference}`;
    const group = groups.get(key) ?? { first: movement, rows: [] };
    if (group.rows.length === 0) groups.set(key, group);
    group.rows.push([id, isPlaced ? (productRow ?? 0) : productId, quantityBefore, quantityAfter]);
  }
  await tx.runMany(
    isPlaced ? INSERT_BY_ROW : INSERT_BY_ID,
    [...groups.values()].map(({ first: { supplierId, variantId, reference }, rows }) => ({
      ...common,
      supplierId,
      variantId,
      reference,
      movements: JSON.stringify(rows),
    })),
  );
}

import type { Reader, Tx } from "../ports.ts";
import { type Args, number, type Row, text, textOrNull } from "../rows.ts";

export const MOVEMENT_TYPES = ["set", "adjust", "sync", "import", "connector"] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** A change of one stock record. */
export interface StockMovement {
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

const MATCHES = `tenant_id = :tenant and product_id = :productId
  and created_at_ms >= ifnull(:fromMs, 0) and created_at_ms <= ifnull(:toMs, 9007199254740991)
  and (:movementType is null or movement_type = :movementType)`;

/** Where a page begins: after so many movements, or after this one. */
export interface MovementPage {
  limit: number;
  offset: number;
  after: { createdAtMs: number; id: string } | undefined;
}

/** One page of a product's movements, newest first. */
export const listMovements = (
  db: Reader,
  filter: MovementFilter,
  { limit, offset, after }: MovementPage,
): Promise<StockMovement[]> =>
  db.all(
    `select id, product_id, supplier_id, variant_id, movement_type, quantity_before, quantity_after, reference,
        created_at_ms
      from stock_movement
      where ${MATCHES} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { ...argsOf(filter), ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    readMovement,
  );

export const countMovements = (db: Reader, filter: MovementFilter): Promise<number> =>
  db.one(`select count(*) as count from stock_movement where ${MATCHES}`, argsOf(filter), (row) =>
    number(row, "count"),
  );

const argsOf = (filter: MovementFilter): Args => ({ ...filter });

/** Keeps movements; those that move nothing are passed over. One statement, twice as fast as a row at a time. */
export async function insertMovements(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  const moving = movements.filter(({ quantityBefore, quantityAfter }) => quantityBefore !== quantityAfter);
  if (moving.length === 0) return;
  await tx.run(
    `insert into stock_movement (tenant_id, product_id, created_at_ms, id, supplier_id, variant_id, movement_type,
        quantity_before, quantity_after, reference)
      select :tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7, value ->> 8 from json_each(:movements)`,
    {
      movements: JSON.stringify(
        moving.map((each) => [
          each.productId,
          each.createdAtMs,
          each.id,
          each.supplierId,
          each.variantId,
          each.movementType,
          each.quantityBefore,
          each.quantityAfter,
          each.reference,
        ]),
      ),
    },
  );
}

import type { MutationContext, Tx } from "../../db/ports.ts";
import { insertMovements, type MovementType } from "../../db/stock/stock-movements.ts";

/** A stock record that was changed in this transaction. */
export interface Move {
  productId: string;
  /** Where the product is stored, if that is known: then it need not be looked up. */
  productRow?: number | undefined;
  /** Whose record; without supplier and variant it is the generic one. */
  supplierId?: string | null | undefined;
  variantId?: string | null | undefined;
  before: number;
  after: number;
  /** What brought it: the id of an import or of a connector's job. */
  reference?: string | null | undefined;
}

/** Keeps what moved in the stock's history, in the transaction that moved it. What did not move is passed over. */
export async function noteMovements(
  tx: Tx,
  moves: readonly Move[],
  movementType: MovementType,
  { now, newId }: MutationContext,
): Promise<void> {
  const moving = moves.filter(({ before, after }) => before !== after);
  if (moving.length === 0) return;
  const movements = moving.map(
    ({ productId, productRow, supplierId = null, variantId = null, before, after, reference = null }) => ({
      id: newId(),
      productId,
      productRow,
      supplierId,
      variantId,
      quantityBefore: before,
      quantityAfter: after,
      reference,
    }),
  );
  await insertMovements(tx, movements, { movementType, createdAtMs: now() });
}

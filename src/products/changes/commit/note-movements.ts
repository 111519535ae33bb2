import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { insertMovements, type MovementType, type NewMovement } from "../../../../db/stock/movements.ts";

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

/** Whether a stock record holds another quantity than before. */
const hasMoved = ({ before, after }: Pick<Move, "before" | "after">): boolean => before !== after;

/** Keeps what moved in the stock's history, in the transaction that moved it. What did not move is passed over. */
export async function noteMovements(
  tx: Tx,
  moves: readonly Move[],
  movementType: MovementType,
  context: MutationContext,
): Promise<void> {
  const moving = moves.filter(hasMoved);
  if (moving.length === 0) return;
  await insertMovements(tx, movementsOf(moving, context), { movementType, createdAtMs: context.now() });
}

const movementsOf = (moves: readonly Move[], { newId }: MutationContext): NewMovement[] =>
  moves.map(({ productId, productRow, supplierId = null, variantId = null, before, after, reference = null }) => ({
    id: newId(),
    productId,
    productRow,
    supplierId,
    variantId,
    quantityBefore: before,
    quantityAfter: after,
    reference,
  }));

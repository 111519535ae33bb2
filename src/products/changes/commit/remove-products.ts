import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { deleteProducts } from "../../../../db/products/delete.ts";
import type { StoredRow } from "../../../../db/products/product-row.ts";
import { emitEvents } from "../../../events/emit-events.ts";
import { commit } from "./commit.ts";
import { productDeleted } from "./product-events.ts";

/** Hides live products, or erases products whether they are hidden or not; each has its event. */
export async function removeProducts(
  tx: Tx,
  rows: readonly StoredRow[],
  { permanent }: { permanent: boolean },
  context: MutationContext,
): Promise<void> {
  if (!permanent) return showProducts(tx, rows, context.now(), context);
  await eraseProducts(
    tx,
    rows.map(({ id }) => id),
    context,
  );
  await emitEvents(
    tx,
    rows.map((row) => productDeleted(row, true)),
    context,
  );
}

/** Hides products from a time on, or shows them again with `null`. */
export async function showProducts(
  tx: Tx,
  rows: readonly StoredRow[],
  deletedAtMs: number | null,
  context: MutationContext,
): Promise<void> {
  const changes = rows.map((before) => ({ before, row: { ...before, deletedAtMs }, changed: ["deleted_at"] }));
  await commit(tx, changes, context);
}

/** Erases products with all that belongs to them, without an event: the caller's may be one for all. */
export async function eraseProducts(tx: Tx, ids: readonly string[], { now }: MutationContext): Promise<void> {
  await deleteProducts(tx, ids, now());
}

import type { MutationContext, Tx } from "../../db/ports.ts";
import { deleteProducts, markDeleted } from "../../db/products/delete.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { takeTicks } from "../../db/products/write.ts";
import { emitEvents } from "../events/emit-events.ts";
import { recordChanges } from "../history/record-changes.ts";
import { fieldChanges } from "./field-changes.ts";
import { productDeleted } from "./product-events.ts";

/** Hides live products, or erases products whether they are hidden or not; each has its event. */
export async function removeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  { permanent }: { permanent: boolean },
  context: MutationContext,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const events = rows.map((row) => productDeleted(row, permanent));
  if (permanent) await eraseProducts(tx, ids, context);
  else {
    const nowMs = context.now();
    await markDeleted(tx, ids, { deletedAtMs: nowMs, firstUs: await takeTicks(tx, ids.length, nowMs) });
    const changes = rows.flatMap((row) => fieldChanges(row, { ...row, deletedAtMs: nowMs }, ["deleted_at"]));
    await recordChanges(tx, changes, context);
  }
  await emitEvents(tx, events, context);
}

/** Erases products with all that belongs to them, without a word to anyone. */
export async function eraseProducts(tx: Tx, ids: readonly string[], { now }: MutationContext): Promise<void> {
  await deleteProducts(tx, ids, await takeTicks(tx, ids.length, now()));
}

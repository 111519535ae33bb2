import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { listIdsUpTo, measureCatalog } from "../../../db/products/delete.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { eraseProducts, removeProducts } from "../changes/commit/remove-products.ts";

/** About 20 ms of the writer's time. */
const CHUNK = 250;

interface Erasure {
  /** What was created later stays. */
  lastRowId: number;
  /** How many products there were when it began. */
  total: number;
}

/** Erases some products, and emits an event for all of them with the last. */
async function eraseSome(tx: Tx, { lastRowId, total }: Erasure, context: MutationContext): Promise<{ more: boolean }> {
  const ids = await listIdsUpTo(tx, lastRowId, CHUNK + 1);
  const more = ids.length > CHUNK;
  if (ids.length === 0) return { more };
  await eraseProducts(tx, ids.slice(0, CHUNK), context);
  if (!more) await emitEvents(tx, [{ type: "product.deleted", data: { all: true, count: total } }], context);
  return { more };
}

/**
 * Begins to erase every product of the tenant. Returns how many there are, and the job that erases those which are too
 * many for one change; `null` when nothing is left.
 */
export const deleteAll = mutation(
  "products.delete-all",
  async (tx, _: undefined, context): Promise<{ deleted: number; jobUid: string | null }> => {
    const { products: total, lastRowId } = await measureCatalog(tx);
    await noteAudit(tx, context, "products.erased", tx.tenantId, { products: total }, "tenant");
    const { more } = await eraseSome(tx, { lastRowId, total }, context);
    if (!more) return { deleted: total, jobUid: null };
    const uid = context.newId();
    await enqueue(tx, "products.erase", { lastRowId, total }, context, { uid, queue: "bulk" });
    return { deleted: total, jobUid: uid };
  },
);

/** Goes on with it. Says whether there is more to erase. */
export const eraseNext = mutation("products.erase-next", (tx, erasure: Erasure, context) =>
  eraseSome(tx, erasure, context),
);

/**
 * Hides or erases products; ids in lower case, each once. Returns the ids of those that were there: what is hidden
 * already is not there to be hidden.
 */
export const deleteInBulk = mutation(
  "products.delete-in-bulk",
  async (tx, { ids, permanent }: { ids: string[]; permanent: boolean }, context): Promise<{ deleted: string[] }> => {
    const rows = (await findRowsByIds(tx, ids)).filter(({ deletedAtMs }) => permanent || deletedAtMs === null);
    await removeProducts(tx, rows, { permanent }, context);
    return { deleted: rows.map(({ id }) => id) };
  },
);

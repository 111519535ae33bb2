import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { ensureState, moveState, noteDimensions, restartVectors } from "../../../search/follower-state.ts";
import { type ProductVector, upsertVectors } from "../../../search/vectors.ts";

/** Vectors of all changes after one value of the tenant's clock up to another. */
interface EmbeddedChanges {
  vectors: ProductVector[];
  /** How long they are; `null` when there are none. */
  dimensions: number | null;
  fromUs: number;
  toUs: number;
}

/** Has the vectors of the tenant's changes made; nothing while a job is at it. */
export const queueEmbedding = mutation("search.queue-embedding", async (tx, _: undefined, context) =>
  enqueue(tx, "search.embed", {}, context, { queue: "quick", uniqueKey: `embed ${tx.tenantId}` }),
);

/** Begins again with another model. */
export const restartEmbedding = mutation("search.restart-embedding", async (tx, { model }: { model: string }) => {
  await ensureState(tx);
  await restartVectors(tx, model);
});

/** Stores the vectors of changed products; nothing when another job has done so meanwhile. */
export const storeVectors = mutation(
  "search.store-vectors",
  async (tx, { vectors, dimensions, fromUs, toUs }: EmbeddedChanges): Promise<void> => {
    if ((await moveState(tx, "vector", { fromUs, toUs })) === 0) return;
    if (dimensions !== null) await noteDimensions(tx, dimensions);
    await upsertVectors(tx, vectors);
  },
);

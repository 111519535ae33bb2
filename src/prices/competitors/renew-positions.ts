import { listSoldProducts } from "../../../db/competitors/observations.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { renewPositions } from "../../../db/price-monitor/positions.ts";

/** About 7 ms of the writer's time. */
export const RENEWED_MAX = 500;

/** Works the positions of some products out again. */
export const renewPart = mutation(
  "competitors.renew-positions",
  async (tx, { productIds }: { productIds: string[] }) => {
    await renewPositions(tx, productIds);
  },
);

/**
 * Works the positions of the products that a competitor sells out again, now that it counts or no longer does. Up to 500 at
 * once; beyond that a job takes all of them, in parts that hold up no other writer.
 */
export async function renewPositionsOf(tx: Tx, competitorId: string, context: MutationContext): Promise<void> {
  const productIds = await listSoldProducts(tx, competitorId, { after: "", limit: RENEWED_MAX + 1 });
  if (productIds.length <= RENEWED_MAX) {
    await renewPositions(tx, productIds);
    return;
  }
  await enqueue(tx, "competitors.renew-positions", { competitorId }, context, { queue: "bulk" });
}

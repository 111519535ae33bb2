import { listSettled, markPulled } from "../../../../db/connectors/feeds.ts";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { attachFetched } from "../../../imports/images/attach-fetched.ts";
import type { FetchedImage } from "../../../imports/images/fetch-image.ts";

/** Lets a job fetch the images that products have got from a platform. */
export async function wantImages(
  tx: Tx,
  wanted: { connectorId: string; productIds: string[] },
  context: MutationContext,
): Promise<void> {
  if (wanted.productIds.length === 0) return;
  await enqueue(tx, "connectors.fetch-images", wanted, context, { queue: "outside" });
}

/**
 * Puts images that were fetched in the place of those that a product names; what came from the platform is not sent back to
 * it. Returns the ids of those that were attached: the files of the others are for nothing.
 */
export const attachPulledImages = mutation(
  "connectors.attach-images",
  async (
    tx,
    given: { connectorId: string; productId: string; fetched: { sourceUrl: string; image: FetchedImage }[] },
    context,
  ): Promise<string[]> => {
    const { connectorId, productId, fetched } = given;
    const [product] = await findRowsByIds(tx, [productId]);
    if (product?.deletedAtMs !== null) return [];
    const settledIds = await listSettled(tx, connectorId, [productId]);
    const attached = await attachFetched(tx, product, fetched, context);
    if (attached.length > 0) await markPulled(tx, { connectorId, productIds: [productId], settledIds });
    return attached;
  },
);

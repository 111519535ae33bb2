import { PlatformError, type PushItem, type PushOutcome } from "../adapter.ts";

/**
 * Sends products one after the other, for platforms that take one a request. What refuses one product is its own error; what
 * would refuse all of them is thrown.
 */
export async function pushEach(
  items: readonly PushItem[],
  send: (item: PushItem) => Promise<PushOutcome>,
): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  for (const item of items) {
    try {
      outcomes.push(await send(item));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      const isGone = item.externalId !== null && /answered 404/.test(error.message);
      outcomes.push({ productId: item.productId, error: error.message, ...(isGone && { isGone: true as const }) });
    }
  }
  return outcomes;
}

/** What became of a product that is there already, and was changed. */
export const sentAs = ({ productId, externalId, externalItemId }: PushItem): PushOutcome =>
  externalId === null
    ? { productId, error: "It is not on the platform: push the product first" }
    : { productId, externalId, externalItemId };

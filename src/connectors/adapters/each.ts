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

/**
 * Sends products some at a time, for platforms that refuse all of a request when one of its products is wrong: then each of
 * them goes alone. Those that are not on the platform are not sent.
 */
export async function pushTogether(
  items: readonly PushItem[],
  size: number,
  send: (items: readonly PushItem[]) => Promise<PushOutcome[]>,
): Promise<PushOutcome[]> {
  const outcomes = items.filter(({ externalId }) => externalId === null).map(sentAs);
  const known = items.filter(({ externalId }) => externalId !== null);
  for (let from = 0; from < known.length; from += size) {
    outcomes.push(...(await sendTogether(known.slice(from, from + size), send)));
  }
  return outcomes;
}

/** Sends products in one request; when it is refused, each in a request of its own. */
export async function sendTogether(
  items: readonly PushItem[],
  send: (items: readonly PushItem[]) => Promise<PushOutcome[]>,
): Promise<PushOutcome[]> {
  try {
    return await send(items);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
  }
  return pushEach(items, async (item) => (await send([item]))[0] ?? sentAs(item));
}

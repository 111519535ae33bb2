import type { NewLevel } from "../../db/connectors/shop-orders.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { hasGoneOffers } from "../../src/connectors/engine/push/variant-offers.ts";
import { inHundreds, type Way } from "./link.ts";

/** Whether the stock of a product is another one than the shop follows, or that is not known. */
export function hasNewLevel({ connector }: Pick<Way, "connector">, item: PushItem): boolean {
  const { stock, stockFrom = null, variants } = item;
  if (variants.length === 0) return stock !== stockFrom;
  if (findPlatform(connector.platformId)?.hasVariantOffers && hasGoneOffers(item)) return true;
  return variants.some((variant) => variant.stock !== (variant.stockFrom ?? null));
}

/** Whether a level can be changed by what changed here, instead of being replaced. */
export const isMoved = ({ adapter }: Pick<Way, "adapter">, { stockFrom = null, variants }: PushItem): boolean =>
  adapter.levels !== undefined && stockFrom !== null && variants.length === 0;

/**
 * The levels to set: where the shop can be asked, what it has now with what changed here, so that what it has sold and not
 * reported yet stays sold. `doubtful`: products whose level may have been set already; that is replaced.
 */
export async function withTargets(
  way: Way,
  items: readonly PushItem[],
  doubtful: ReadonlySet<string>,
): Promise<PushItem[]> {
  const moved = items.filter((item) => isMoved(way, item) && !doubtful.has(item.productId));
  const there = new Map<string, number>();
  for (const some of inHundreds(moved)) {
    for (const [id, level] of (await way.adapter.levels?.(way.api, some)) ?? []) there.set(id, level);
  }
  const known = new Set(moved.map(({ productId }) => productId));
  const nowOf = ({ productId }: PushItem) => (known.has(productId) ? there.get(productId) : undefined);
  const reserved = await reservedOf(
    way,
    items.filter((item) => nowOf(item) === undefined),
  );
  return items.map((item) => {
    const now = nowOf(item);
    if (now === undefined) return withReserved(item, reserved);
    return { ...item, stock: Math.max(0, now + item.stock - (item.stockFrom ?? 0)), stockThere: now };
  });
}

/** The levels of a product and its variants with what the shop is still to hold, which moves none of them. */
function withReserved(item: PushItem, reserved: ReadonlyMap<string, number>): PushItem {
  if (reserved.size === 0) return item;
  const { productId, variants } = item;
  const more = (variantId: string) => reserved.get(`${productId} ${variantId}`) ?? 0;
  return {
    ...item,
    stock: item.stock + more(""),
    variants: variants.map((variant) => {
      const { stockFrom = null } = variant;
      const held = more(variant.variantId);
      return { ...variant, stock: variant.stock + held, stockFrom: stockFrom === null ? null : stockFrom + held };
    }),
  };
}

/** What orders have taken from the stock here and the shop's level is still to hold, by product and variant. */
async function reservedOf({ adapter, api, openLines }: Way, items: readonly PushItem[]): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  if (!adapter.reservations || items.length === 0) return units;
  const productIds = items.map(({ productId }) => productId);
  const lines = await openLines({ productIds, states: adapter.reservations.open });
  if (lines.length === 0) return units;
  // As they are now: what has been shipped since the last pull is not in the level any more.
  const gone = await adapter.reservations.gone(api, [...new Set(lines.map(({ orderId }) => orderId))]);
  for (const { orderId, lineId, taken, productId, variantId } of lines) {
    const left = taken - (gone.get(`${orderId} ${lineId}`) ?? taken);
    const key = `${productId} ${variantId ?? ""}`;
    units.set(key, (units.get(key) ?? 0) + Math.max(0, left));
  }
  return units;
}

/** The levels that a shop follows once these products have arrived there. */
export function levelsOf(items: readonly PushItem[], outcomes: readonly PushOutcome[]): NewLevel[] {
  const arrived = new Set(outcomes.flatMap((each) => ("error" in each ? [] : [each.productId])));
  return items
    .filter(({ productId }) => arrived.has(productId))
    .flatMap(({ productId, stock, variants }) => [
      { productId, variantId: "", level: stock },
      ...variants.map(({ variantId, stock: level }) => ({ productId, variantId, level })),
    ]);
}

/** A request that the platform refuses as a whole refuses each of its products. */
export async function orRefused(
  items: readonly PushItem[],
  send: () => Promise<PushOutcome[]>,
): Promise<PushOutcome[]> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return items.map(({ productId }) => ({ productId, error: error.message }));
  }
}

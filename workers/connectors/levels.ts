import type { NewLevel } from "../../db/connectors/shop-orders.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem, PushVariant } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { type Stocked, stockedIn, stockedKey } from "../../src/connectors/engine/push/stocked.ts";
import { hasGoneOffers } from "../../src/connectors/engine/push/variant-offers.ts";
import { inHundreds, type Way } from "./link.ts";

/** Whether the stock of a product is another one than the shop follows, or that is not known. */
export function hasNewLevel({ connector }: Pick<Way, "connector">, item: PushItem): boolean {
  const { stock, stockFrom = null, variants } = item;
  if (variants.length === 0) return stock !== stockFrom;
  if (findPlatform(connector.platformId)?.hasVariantOffers && hasGoneOffers(item)) return true;
  return variants.some((variant) => variant.stock !== (variant.stockFrom ?? null));
}

/** What of a product has a level that can be changed by what changed here, instead of being replaced. */
const movedIn = ({ adapter }: Pick<Way, "adapter">, item: PushItem): Stocked[] =>
  adapter.levels === undefined ? [] : stockedIn(item).filter(({ stockFrom = null }) => stockFrom !== null);

/** Whether a level of a product can be changed so: its own, or one of a variant. */
export const isMoved = (way: Pick<Way, "adapter">, item: PushItem): boolean => movedIn(way, item).length > 0;

/** Whether a level of a product is replaced, as the shop was not asked for it or does not say it. */
function isReplaced(item: PushItem, there: ReadonlyMap<string, number>): boolean {
  const all = stockedIn(item);
  return all.length === 0 || all.some((each) => !there.has(stockedKey(each)));
}

/**
 * The levels to set: where the shop can be asked, what it has now with what changed here, so that what it has sold and not
 * reported yet stays sold. `doubtful`: products whose level may have been set already; that is replaced.
 */
export async function withTargets(
  way: Way,
  items: readonly PushItem[],
  doubtful: ReadonlySet<string>,
): Promise<PushItem[]> {
  const sure = items.filter(({ productId }) => !doubtful.has(productId));
  const there = new Map<string, number>();
  for (const some of inHundreds(sure.flatMap((item) => movedIn(way, item)))) {
    for (const [key, level] of (await way.adapter.levels?.(way.api, some)) ?? []) there.set(key, level);
  }
  const reserved = await reservedOf(
    way,
    items.filter((item) => isReplaced(item, there)),
  );
  return items.map((item) => {
    const { productId, variants } = item;
    const targetOf = <T extends Level>(level: T, variant?: PushVariant) => {
      const now = there.get(stockedKey({ ...item, ...(variant && { variant }) }));
      return withTarget(level, now, reserved.get(`${productId} ${variant?.variantId ?? ""}`) ?? 0);
    };
    return { ...targetOf(item), variants: variants.map((variant) => targetOf(variant, variant)) };
  });
}

type Level = Pick<PushVariant, "stock" | "stockFrom" | "stockThere">;

/**
 * A level as it is to be set. `now`: what the shop has, which is changed by what changed here. `held`: what it is still to hold
 * of one that is replaced, which moves none.
 */
function withTarget<T extends Level>(level: T, now: number | undefined, held: number): T {
  const { stock, stockFrom = null } = level;
  if (now === undefined)
    return { ...level, stock: stock + held, stockFrom: stockFrom === null ? null : stockFrom + held };
  return { ...level, stock: Math.max(0, now + stock - (stockFrom ?? 0)), stockFrom: now, stockThere: now };
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

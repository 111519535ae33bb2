import type { LevelKey, LevelMove, NewLevel } from "../../db/connectors/shop-orders.ts";
import { isSent } from "../../src/connectors/engine/fields.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem, PushVariant } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { type Leveled, type Stocked, stockedIn, stockedKey } from "../../src/connectors/engine/push/stocked.ts";
import { isMovedLevel, movedVariants } from "../../src/connectors/engine/push/variant-changes.ts";
import { hasGoneOffers } from "../../src/connectors/engine/push/variant-offers.ts";
import { portionsOf } from "../../src/connectors/engine/requests/portions.ts";
import { CHUNK, type Way } from "./link.ts";

/** Whether the stock of a product is sent, and another one than the shop follows, or that is not known. */
export function hasNewLevel({ connector }: Pick<Way, "connector">, item: PushItem): boolean {
  const { variants } = item;
  if (item.isStockOfShop || !isSent(item, "stock")) return false;
  if (variants.length === 0) return isMovedLevel(item);
  if (findPlatform(connector.platformId)?.hasVariantOffers && hasGoneOffers(item)) return true;
  return variants.some(isMovedLevel);
}

/** What of a product has a level that can be changed by what changed here, instead of being replaced. */
const movedIn = ({ adapter }: Pick<Way, "adapter">, item: PushItem): Stocked[] =>
  adapter.levels === undefined ? [] : stockedIn(item).filter(({ stockFrom = null }) => stockFrom !== null);

/** Whether a level of a product can be changed so: its own, or one of a variant. */
export const isMoved = (way: Pick<Way, "adapter">, item: PushItem): boolean => movedIn(way, item).length > 0;

/** The stock here that the shop follows, by what it has now; `null`: that cannot be said, and its level is replaced. */
function followedBy({ stockFrom = null, stockSent = null }: Leveled, now: number | undefined): number | null {
  if (stockFrom === null || stockSent === null) return stockFrom;
  const { by, from } = stockSent;
  if (from === null || now === undefined) return null;
  if (now === Math.max(0, from + by)) return stockFrom + by;
  return now === from ? stockFrom : null;
}

/** Whether a level of a product is replaced, as the shop was not asked for it or does not say it. */
function isReplaced(item: PushItem, there: ReadonlyMap<string, number>): boolean {
  const all = stockedIn(item);
  const isOne = (each: (typeof all)[number]) => {
    const now = there.get(stockedKey(each));
    return now === undefined || followedBy(each, now) === null;
  };
  return all.length === 0 || all.some(isOne);
}

/**
 * The levels to set: where the shop can be asked, what it has now with what changed here, so that what it has sold and not
 * reported yet stays sold. A change whose answer was lost is known by it, too: the shop has what it had before, or what it was to have.
 */
export async function withTargets(way: Way, items: readonly PushItem[]): Promise<PushItem[]> {
  const there = new Map<string, number>();
  for (const some of portionsOf(
    items.flatMap((item) => movedIn(way, item)),
    CHUNK,
  )) {
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
      const target = withTarget(level, now, reserved.get(`${productId} ${variant?.variantId ?? ""}`) ?? 0);
      // Where goods leave between, what the shop has says nothing: it is to be replaced, which is exact there.
      const { stockSent: sent = null } = target;
      return sent && way.adapter.reservations ? { ...target, stockSent: { ...sent, from: null } } : target;
    };
    return { ...targetOf(item), variants: variants.map((variant) => targetOf(variant, variant)) };
  });
}

type Level = Pick<PushVariant, "stock" | "stockFrom" | "stockThere" | "stockSent">;

/**
 * A level as it is to be set. `now`: what the shop has, which is changed by what changed here. `held`: what it is still to hold
 * of one that is replaced, which moves none.
 */
function withTarget<T extends Level>(level: T, now: number | undefined, held: number): T {
  const { stock } = level;
  const followed = followedBy(level, now);
  if (followed === null) return { ...level, stock: stock + held, stockFrom: null, stockSent: null };
  const by = stock - followed;
  if (now === undefined)
    return { ...level, stock: stock + held, stockFrom: followed + held, stockSent: { by, from: null } };
  return { ...level, stock: Math.max(0, now + by), stockFrom: now, stockThere: now, stockSent: { by, from: now } };
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

/** Each level of a product with what becomes of it in a push. */
function levelsIn(item: PushItem, target: PushItem): (LevelKey & { here: Leveled; there: Leveled })[] {
  const { productId } = item;
  return [
    { productId, variantId: "", here: item, there: target },
    ...item.variants.map((here, place) => {
      const there = target.variants[place] ?? here;
      return { productId, variantId: here.variantId, here, there };
    }),
  ];
}

/** The changes of levels that are about to be sent. `targets`: the same products as they are sent. */
export const movesOf = (items: readonly PushItem[], targets: readonly PushItem[]): LevelMove[] =>
  items.flatMap((item, place) =>
    levelsIn(item, targets[place] ?? item).flatMap(({ here, there, ...key }): LevelMove[] => {
      const { stockFrom = null } = here;
      const isOwn = key.variantId === "" && item.variants.length > 0;
      if (stockFrom === null || isOwn || !isMovedLevel(here)) return [];
      const { stockSent = null } = there;
      if (stockSent === null) return [{ ...key, arrived: 0, by: 0, from: null }];
      return [{ ...key, ...stockSent, arrived: here.stock - stockSent.by - stockFrom }];
    }),
  );

/** All levels of a product that is to have none there: what the shop has is replaced. */
export const replacedIn = ({ productId, variants }: PushItem): LevelMove[] =>
  ["", ...variants.map(({ variantId }) => variantId)].map((variantId) => ({
    ...{ productId, variantId, arrived: 0, by: 0, from: null },
  }));

/** What is known of the levels of a shop once products were sent to it. */
export interface KnownLevels {
  /** Those that it has got, whole. */
  levels: NewLevel[];
  /** Those that were changed by what changed here, and those that were not. */
  arrived: LevelKey[];
  unmoved: LevelKey[];
}

/** The levels that a shop follows once these products have been sent. `targets`: as their stock was; absent: with their content. */
export function levelsOf(
  items: readonly PushItem[],
  outcomes: readonly PushOutcome[],
  targets?: readonly PushItem[],
): KnownLevels {
  const byId = new Map(outcomes.map((each) => [each.productId, each]));
  const isSent = ({ here, there }: ReturnType<typeof levelsIn>[number]) =>
    targets !== undefined && isMovedLevel(here) && (there.stockSent ?? null) !== null;
  const sent = items.flatMap((item, place) => {
    const outcome = byId.get(item.productId);
    const isRefused = outcome !== undefined && "error" in outcome;
    const isKnown = outcome !== undefined && !(isRefused && isInPart(item));
    return isKnown ? levelsIn(item, targets?.[place] ?? item).map((each) => ({ ...each, isRefused })) : [];
  });
  const moved = sent.filter(isSent);
  const keysOf = (some: typeof moved) => some.map(({ productId, variantId }) => ({ productId, variantId }));
  return {
    levels: sent
      .filter((each) => !each.isRefused && !isSent(each) && each.here.stock !== each.here.stockFrom)
      .map(({ productId, variantId, here }) => ({ productId, variantId, level: here.stock })),
    arrived: keysOf(moved.filter(({ isRefused }) => !isRefused)),
    unmoved: keysOf(moved.filter(({ isRefused }) => isRefused)),
  };
}

/** Whether some levels of a product may have been set when it is refused. */
const isInPart = (item: PushItem): boolean => movedVariants(item).length > 1;

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

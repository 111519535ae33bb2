import type { LevelKey, LevelMove, NewLevel } from "../../db/connectors/shop-orders.ts";
import { comparesLevels } from "../../src/connectors/engine/adapter.ts";
import { isSent } from "../../src/connectors/engine/fields.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem, PushVariant } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import {
  type Leveled,
  levelAfter,
  type Stocked,
  stockedIn,
  stockedKey,
} from "../../src/connectors/engine/push/stocked.ts";
import { isDueLevel, isMovedLevel, movedVariants } from "../../src/connectors/engine/push/variant-changes.ts";
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

/** Whether of a product a change of a level is in doubt: its answer was lost, or an order has crossed it. */
export const isInDoubt = ({ stockSent = null, variants }: PushItem): boolean =>
  stockSent !== null || variants.some((variant) => (variant.stockSent ?? null) !== null);

/** Whether something is to be sent of a product. `target`: as its stock is to be. */
export function isDue({ connector }: Pick<Way, "connector">, target: PushItem): boolean {
  if (findPlatform(connector.platformId)?.hasVariantOffers && hasGoneOffers(target)) return true;
  return target.variants.length === 0 ? isDueLevel(target) : target.variants.some(isDueLevel);
}

/**
 * The stock here that the shop follows, by what it has now; `null`: that cannot be said, and its level is replaced. Of a change
 * that is in doubt it has what it had, or what it was to have. Else it has counted what its orders say, as they are taken by now: it
 * follows what it has; an order that comes between is known by its time.
 */
function followedBy(
  { stock, stockFrom = null, stockSent = null }: Leveled,
  now: number | undefined,
  compares: boolean,
) {
  if (stockFrom === null || stockSent === null) return stockFrom;
  if (now === undefined) return null;
  const { by, from } = stockSent;
  if (from !== null && now === levelAfter(from, by)) return stockFrom + by;
  if (now === from) return stockFrom;
  if (!compares) return null;
  // What it has sold beyond its stock stays so.
  return now < 0 && stock <= 0 ? stock : now;
}

/** Whether a level of a product is replaced, as the shop was not asked for it or does not say it. */
function isReplaced(item: PushItem, there: ReadonlyMap<string, number>, compares: boolean): boolean {
  const all = stockedIn(item);
  const isOne = (each: (typeof all)[number]) => {
    const now = there.get(stockedKey(each));
    return now === undefined || followedBy(each, now, compares) === null;
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
    way.adapter.chunk ?? CHUNK,
  )) {
    for (const [key, level] of (await way.adapter.levels?.(way.api, some)) ?? []) there.set(key, level);
  }
  const compares = comparesLevels(way.adapter);
  const reserved = await reservedOf(
    way,
    items.filter((item) => isReplaced(item, there, compares)),
  );
  return items.map((item) => {
    const { productId, variants } = item;
    const targetOf = <T extends Level>(level: T, variant?: PushVariant) => {
      const now = there.get(stockedKey({ ...item, ...(variant && { variant }) }));
      const held = reserved.get(`${productId} ${variant?.variantId ?? ""}`) ?? 0;
      const target = withTarget(level, now, { held, compares });
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
function withTarget<T extends Level>(
  level: T,
  now: number | undefined,
  { held, compares }: { held: number; compares: boolean },
): T {
  if (!isMovedLevel(level)) return level;
  const { stock } = level;
  const followed = followedBy(level, now, compares);
  if (followed === null) return { ...level, stock: stock + held, stockFrom: null, stockSent: null };
  const by = stock - followed;
  if (now === undefined)
    return { ...level, stock: stock + held, stockFrom: followed + held, stockSent: { by, from: null } };
  return { ...level, stock: levelAfter(now, by), stockFrom: now, stockThere: now, stockSent: { by, from: now } };
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

const REPLACED = { arrived: 0, by: 0, from: null, followed: null, isWhole: true };

/** The changes of levels that are about to be sent. `targets`: the same products as they are sent. */
export const movesOf = (items: readonly PushItem[], targets: readonly PushItem[]): LevelMove[] =>
  items.flatMap((item, place) =>
    levelsIn(item, targets[place] ?? item).flatMap(({ here, there, ...key }): LevelMove[] => {
      const { stockFrom = null, stockSent: doubt = null } = here;
      const isOwn = key.variantId === "" && item.variants.length > 0;
      if (isOwn || !isMovedLevel(here)) return [];
      const { stockSent = null } = there;
      if (stockFrom === null || stockSent === null) return [{ ...key, ...REPLACED, followed: stockFrom }];
      const arrived = here.stock - stockSent.by - stockFrom;
      return [{ ...key, ...stockSent, arrived, followed: stockFrom, isWhole: doubt !== null }];
    }),
  );

/** All levels of a product that is to have none there: what the shop has is replaced. */
export const replacedIn = ({ productId, variants }: PushItem): LevelMove[] =>
  ["", ...variants.map(({ variantId }) => variantId)].map((variantId) => ({
    ...{ productId, variantId, ...REPLACED },
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
      .filter((each) => !each.isRefused && !isSent(each) && isMovedLevel(each.here))
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

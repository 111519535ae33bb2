import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import type { LevelMove } from "../../db/connectors/shop-orders.ts";
import { isSent } from "../../src/connectors/engine/fields.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { portionsOf } from "../../src/connectors/engine/requests/portions.ts";
import type { PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import { hasNewLevel, isDue, isInDoubt, levelsOf, movesOf, orRefused, withTargets } from "./levels.ts";
import { CHUNK, type Prepared, prepare, type Way } from "./link.ts";
import { isPriced, unmadeOf } from "./push-items.ts";
import { withRemarks } from "./push-remarks.ts";
import { chunkOf, send } from "./send.ts";
import { isPricedAs, partsOf, readSent } from "./sent.ts";

/** What is to be sent of products. */
export interface Wanted {
  kinds: ReadonlySet<PushKind>;
  /** Also what has not changed. */
  isForced: boolean;
}

/** What goes of a page of products. */
export interface Plan {
  whole: readonly PushItem[];
  stock: readonly PushItem[];
  prices: readonly PushItem[];
  /** How many products nothing is sent of. */
  unchanged: number;
}

/** Whether the platform is sent prices. */
const takesPrices = ({ connector }: Way): boolean =>
  findPlatform(connector.platformId ?? "")?.capabilities.includes("push_prices") ?? true;

/** What of a product goes: all of it when its content has changed or it is new, else its stock or its price. */
function kindsOf(way: Way, item: PushItem, sent: string | null, { kinds, isForced }: Wanted): Set<PushKind> {
  const takes = (kind: PushKind) => kinds.has(kind) || kinds.has("products");
  const going = new Set<PushKind>();
  if (item.externalId === null) return new Set(kinds.has("products") ? (["products"] as const) : []);
  const [before, parts] = [readSent(sent), partsOf(item)];
  const isWhole = kinds.has("products") && (isForced || before.products !== parts.products);
  if (isWhole) going.add("products");
  const isRepriced = isForced || !isPricedAs(before.prices, parts.prices);
  const goesAlone = !isWhole || way.adapter.sendsOffersSeparately === true;
  if (takes("prices") && takesPrices(way) && isRepriced && goesAlone && isPriced(item)) going.add("prices");
  if (takes("stock") && hasNewLevel(way, item)) going.add("stock");
  return going;
}

/** A product of whose levels it is not known what the shop follows: it gets ours in their place. */
function unfollowed(item: PushItem): PushItem {
  const nothing = { stockFrom: null, stockSent: null };
  return { ...item, ...nothing, variants: item.variants.map((variant) => ({ ...variant, ...nothing })) };
}

/** What is to be sent of products, by what was sent of them before. */
export function planOf(
  way: Way,
  all: readonly PushItem[],
  sent: ReadonlyMap<string, string | null>,
  wanted: Wanted,
): Plan {
  const items = wanted.isForced && wanted.kinds.has("stock") ? all.map(unfollowed) : all;
  const kinds = new Map(items.map((item) => [item, kindsOf(way, item, sent.get(item.productId) ?? null, wanted)]));
  const of = (kind: PushKind) => items.filter((item) => kinds.get(item)?.has(kind));
  const unchanged = items.filter((item) => kinds.get(item)?.size === 0).length;
  return { whole: of("products"), stock: of("stock"), prices: of("prices"), unchanged };
}

/** Whether the outcome of levels that are to be sent is not known yet: orders are taken before they are judged. */
export const hasDoubts = ({ whole, stock }: Plan): boolean => [...whole, ...stock].some(isInDoubt);

/** The part of a plan that is of these products. */
export function partOf(plan: Plan, items: readonly PushItem[]): Plan {
  const ids = new Set(items.map(({ productId }) => productId));
  const of = (all: readonly PushItem[]) => all.filter(({ productId }) => ids.has(productId));
  const [whole, stock, prices] = [of(plan.whole), of(plan.stock), of(plan.prices)];
  return { whole, stock, prices, unchanged: items.length - new Set([...whole, ...stock, ...prices]).size };
}

/** The same without what is whole. */
export function withoutWhole(plan: Plan): Plan {
  const isWhole = new Set(plan.whole);
  const without = (all: readonly PushItem[]) => all.filter((item) => !isWhole.has(item));
  return { ...plan, whole: [], stock: without(plan.stock), prices: without(plan.prices) };
}

/** Whether the platform carries what is whole out by itself. */
export const isForBulk = ({ adapter: { bulk } }: Pick<Way, "adapter">, { whole }: Plan): boolean =>
  bulk !== undefined && whole.length > bulk.above && whole.every((item) => bulk.takes?.(item) ?? true);

export const isEmpty = ({ whole, stock, prices }: Plan): boolean => whole.length + stock.length + prices.length === 0;

/** A plan that is about to be carried out, and the products to note as such: what becomes of them is looked up after a crash. */
export interface ReadyPlan extends Plan {
  prepared: Prepared;
  doubtful: ReadonlySet<string>;
  sending: string[];
}

export async function readyPlan(way: Way, plan: Plan, products: readonly PushedProduct[]): Promise<ReadyPlan> {
  const doubtful = new Set(products.flatMap(({ id, isDoubtful }) => (isDoubtful ? [id] : [])));
  const prepared = await prepare(way, "products", plan.whole, doubtful);
  return { ...plan, prepared, doubtful, sending: unmadeOf(prepared.items) };
}

/** A product as it is after a push: the platform has an id for it now. */
function located(item: PushItem, outcome: PushOutcome | undefined): PushItem[] {
  if (!outcome || "error" in outcome) return [];
  const { externalId, externalItemId = null, parts = item.parts } = outcome;
  const variants = item.variants.map((each) => ({ ...each, externalId: parts.variants[each.variantId] ?? null }));
  return [{ ...item, externalId, externalItemId, parts, variants }];
}

/** Whether a product was made by a push, and so with its stock: not one that was there, nor one that may have been. */
function isMade(item: PushItem, outcome: PushOutcome | undefined, doubtful: ReadonlySet<string>): boolean {
  if (!outcome || "error" in outcome || outcome.linkedBy !== undefined) return false;
  const isNew = item.externalId === null && !doubtful.has(item.productId);
  return isNew || (item.externalId !== null && outcome.externalId !== item.externalId);
}

/** Whether levels of it are sent. */
const isStockOurs = (item: PushItem): boolean => item.isStockOfShop !== true && isSent(item, "stock");

/** How products were counted in their job, so that each counts once. */
export type Counted = Map<string, "pushed" | "errors">;

interface Noting {
  jobId: string;
  sent: Map<string, string | null>;
  /** Those that an earlier attempt has counted. */
  counted: Counted;
  note: (chunk: PushedChunk) => Promise<void>;
  /** Notes changes of levels before they are sent. */
  noteMoves: (moves: LevelMove[]) => Promise<void>;
}

/** Each product counts once, however many requests it takes: it has failed when one of them has. */
function countsOf(known: Counted, outcomes: readonly PushOutcome[]) {
  const counts = { pushed: 0, errors: 0 };
  for (const { productId, ...outcome } of outcomes) {
    const before = known.get(productId);
    const now = "error" in outcome ? "errors" : (before ?? "pushed");
    if (before === now) continue;
    if (before) counts[before]--;
    counts[now]++;
    known.set(productId, now);
  }
  return counts;
}

/** Sends what goes of a page of products: what is whole first, then stocks, then prices. Each part is noted when it is through. */
export async function sendPage(
  way: Way,
  plan: ReadyPlan,
  { jobId, sent, counted, note, noteMoves }: Noting,
): Promise<void> {
  const { whole, prepared, doubtful } = plan;
  const isSeparate = way.adapter.sendsOffersSeparately === true;
  // Of what was there already only the content has gone: its stock follows where it is another one.
  const stockOf = (outcomes: ReadonlyMap<string, PushOutcome>) =>
    whole.flatMap((item) => {
      const outcome = outcomes.get(item.productId);
      const follows = isSeparate || !isMade(item, outcome, doubtful);
      return located(item, outcome).filter((each) => follows && hasNewLevel(way, each));
    });
  /** Those of which a push sets levels. */
  const leveled = (kind: PushKind, items: readonly PushItem[], outcomes: ReadonlyMap<string, PushOutcome>) => {
    if (kind === "stock") return items;
    if (kind === "prices" || isSeparate) return [];
    return items.filter((item) => isStockOurs(item) && isMade(item, outcomes.get(item.productId), doubtful));
  };
  const push = async (kind: PushKind, items: readonly PushItem[], ready: Prepared, targets?: readonly PushItem[]) => {
    if (items.length === 0) return new Map<string, PushOutcome>();
    const outcomes = withRemarks(kind, items, [
      ...(await orRefused(ready.items, () => send(way, kind, { ...ready, refused: [] }, doubtful))),
      ...ready.refused,
    ]);
    const byId = new Map(outcomes.map((each) => [each.productId, each]));
    const chunk = chunkOf(way, { jobId, kind, items }, outcomes, sent);
    for (const mapping of chunk.mappings) sent.set(mapping.productId, mapping.sent ?? null);
    await note({
      ...chunk,
      counts: countsOf(counted, outcomes),
      ...levelsOf(leveled(kind, items, byId), outcomes, targets),
    });
    return byId;
  };
  const outcomes = await push("products", whole, prepared);
  const there = whole.flatMap((item) => located(item, outcomes.get(item.productId)));
  const planned = new Set([...plan.prices].map(({ productId }) => productId));
  const followsPrice = (item: PushItem) =>
    isSeparate &&
    takesPrices(way) &&
    isPriced(item) &&
    (planned.has(item.productId) ||
      !isPricedAs(readSent(sent.get(item.productId) ?? null).prices, partsOf(item).prices));
  const isWhole = new Set(whole);
  const apart = (items: readonly PushItem[]) => items.filter((item) => !isWhole.has(item));
  const some = (items: readonly PushItem[]) => (way.adapter.bulk ? portionsOf(items, CHUNK) : [items]);
  for (const stock of some([...apart(plan.stock), ...stockOf(outcomes)])) {
    await sendStock(way, stock, { push, noteMoves });
  }
  for (const prices of some([...apart(plan.prices), ...there.filter(followsPrice)]))
    await push("prices", prices, alone(prices));
}

type Push = (
  kind: PushKind,
  items: readonly PushItem[],
  ready: Prepared,
  targets?: readonly PushItem[],
) => Promise<unknown>;

/** Sends the levels of products that are there: what the platform has of them is read, and the changes are noted first. */
async function sendStock(
  way: Way,
  stock: readonly PushItem[],
  { push, noteMoves }: Pick<Noting, "noteMoves"> & { push: Push },
): Promise<void> {
  const targets = await targetsOr(way, stock);
  if (typeof targets === "string") {
    const refused = stock.map(({ productId }) => ({ productId, error: targets }));
    await push("stock", stock, { ...alone([]), refused });
    return;
  }
  const moves = movesOf(stock, targets);
  if (moves.length > 0) await noteMoves(moves);
  const due = targets.filter((target) => isDue(way, target));
  const settled = targets.filter((target) => !due.includes(target)).flatMap(asItIs);
  await push("stock", stock, { ...alone(due), refused: settled }, targets);
}

/** Products as their stock is to be, or why the platform does not say what it has of them: that is no reason to end the push. */
async function targetsOr(way: Way, stock: readonly PushItem[]): Promise<PushItem[] | string> {
  try {
    return await withTargets(way, stock);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return error.message;
  }
}

/** What becomes of a product whose levels are right there. */
const asItIs = ({ productId, externalId, externalItemId }: PushItem): PushOutcome[] =>
  externalId === null ? [] : [{ productId, externalId, externalItemId }];

const alone = (items: readonly PushItem[]): Prepared => ({ items, links: new Map(), refused: [] });

import { createHash } from "node:crypto";
import { isSent } from "../engine/fields.ts";
import { PlatformError } from "../engine/platform-error.ts";
import type { PushImage, PushItem, PushPrice } from "../engine/push/push-item.ts";
import type { Found, PushOutcome } from "../engine/push/push-outcome.ts";
import { idThere, type Stocked, stockedKey } from "../engine/push/stocked.ts";
import { NO_ADDRESS } from "../engine/requests/api.ts";
import { inWords } from "../engine/requests/platform-words.ts";
import { gathered } from "../engine/requests/portions.ts";

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
      outcomes.push(refusalOf(item, error));
    }
  }
  return outcomes;
}

/** What is said of a product that was deleted there. */
export const GONE = (externalId: string | null) =>
  `The shop no longer has its product ${externalId}: push the product to make it again`;

/** What became of a product whose request was refused: its id is not known, or its SKU is another's. */
export function refusalOf({ productId, externalId }: PushItem, { message, status }: PlatformError): PushOutcome {
  const isMissing = externalId !== null && status === 404;
  const isTaken = externalId === null && (status === 409 || /duplicate/i.test(message));
  if (isMissing) return { productId, error: GONE(externalId), isMissing };
  return { productId, error: inWords(message), ...(isTaken && { isTaken: true }) };
}

/** Why a part of a product was refused, or may not be written with these credentials. Throws when no one answers. */
export function refusalIn(error: unknown): string {
  if (error instanceof PlatformError && error.reason !== "unreachable") return inWords(error.message);
  throw error;
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
  return [...outcomes, ...(await gathered(known, size, (some) => sendTogether(some, send)))];
}

/** Sends products in one request; when it is refused, each in a request of its own, or as `alone` does. */
export async function sendTogether(
  items: readonly PushItem[],
  send: (items: readonly PushItem[]) => Promise<PushOutcome[]>,
  alone?: (items: readonly PushItem[]) => Promise<PushOutcome[]>,
): Promise<PushOutcome[]> {
  try {
    return await send(items);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
  }
  if (alone) return alone(items);
  return pushEach(items, async (item) => (await send([item]))[0] ?? sentAs(item));
}

/** A product as a platform's search returns it. */
type There = Omit<Found, "productId" | "by"> & { sku?: string | undefined; ean?: string | undefined };

const skuKey = (sku: string) => sku.toLowerCase();
const eanKey = (ean: string) => ean.replace(/^0+/, "");

/** Which of the platform's products these are: the first with their SKU, regardless of case, else with their EAN. */
export function matched(items: readonly PushItem[], there: readonly There[]): Found[] {
  const bySku = new Map<string, There>();
  const byEan = new Map<string, There>();
  for (const each of there) {
    if (each.sku !== undefined && !bySku.has(skuKey(each.sku))) bySku.set(skuKey(each.sku), each);
    if (each.ean !== undefined && !byEan.has(eanKey(each.ean))) byEan.set(eanKey(each.ean), each);
  }
  return items.flatMap(({ productId, sku, ean }): Found[] => {
    const same = bySku.get(skuKey(sku));
    const found = same ?? (ean === null ? undefined : byEan.get(eanKey(ean)));
    if (!found) return [];
    const { sku: _sku, ean: _ean, ...ids } = found;
    return [{ productId, ...ids, by: same ? "sku" : "ean" }];
  });
}

/** What platforms answer of some products' and variants' stock, by their key. */
export function levelsBy<T>(
  stocked: readonly Stocked[],
  there: readonly T[],
  read: (each: T) => { externalId: string; level: number | undefined },
): Map<string, number> {
  const known = new Map(there.map(read).map(({ externalId, level }) => [externalId, level]));
  return new Map(
    stocked.flatMap((each) => {
      const level = known.get(idThere(each) ?? "");
      return level === undefined ? [] : [[stockedKey(each), level] as const];
    }),
  );
}

/**
 * The price that one is shown instead of, where a marketplace has it beside what is paid. What is reduced no more is instead of its
 * own price: nothing else takes the other one away.
 */
export const struckPrice = ({ priceCents, compareAtPriceCents, wasReduced }: PushPrice): number | null =>
  compareAtPriceCents ?? (wasReduced ? priceCents : null);

/** Whether the stock of a product and of its variants is ours to send. */
export const isStockSent = (item: PushItem): boolean => item.isStockOfShop !== true && isSent(item, "stock");

/** The stock that a product is made with; `null` when it is there already, as content never changes a stock, the shop's own, or not sent. */
export const firstStockOf = (item: PushItem): number | null =>
  item.externalId === null && isStockSent(item) ? item.stock : null;

/** The images to send of a product: `null` when the platform has them, has images of its own, or is not to get any. */
export const newImagesOf = (item: PushItem): readonly PushImage[] | null =>
  (item.externalId !== null && item.hasImages === true) || !isSent(item, "images") ? null : item.images;

/** Those that have an address; what a platform fetches. */
export const addressesOf = (images: readonly PushImage[] | null): string[] =>
  (images ?? []).flatMap(({ url }) => url ?? []);

/** What is said of images that a platform cannot fetch, as they have no address. */
export const lackingAddress = (item: PushItem): string[] =>
  (newImagesOf(item) ?? []).some(({ url }) => url === null) ? [NO_ADDRESS] : [];

/** Names what some products are to be, in their order; what the platform calls them by now is no part of it. */
export function digestOf(items: readonly PushItem[]): string {
  const hash = createHash("sha256");
  for (const item of items) {
    const { externalId: _id, externalItemId: _item, parts: _parts, hasImages: _has, ...said } = item;
    hash.update(JSON.stringify({ ...said, sends: said.sends && [...said.sends] }));
  }
  return hash.digest("base64url");
}

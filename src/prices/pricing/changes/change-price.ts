import { type MutationContext, mutation, type Reader, type Tx } from "../../../../db/ports.ts";
import { insertPricePoints } from "../../../../db/pricing/price-points.ts";
import { type ProductPrice, productPriceRows, retireProductPrices } from "../../../../db/pricing/product-prices.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { ApiError, invalidBody, required } from "../../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../../http/output/etag.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { storeUpdate } from "../../../products/changes/update-product.ts";
import { Prices } from "../bodies.ts";
import { problemsOfAmounts, storedAmount } from "../currency-decimals.ts";
import { entriesOf, isOwn } from "../entries-of-product.ts";

/** A price that somebody enters. */
export interface NewPrice {
  productId: string;
  source: string;
  currency: string;
  /** In that currency. */
  price: number;
  validUntilMs: number | null;
  url: string | null;
  notes: string | null;
}

/** What is to be another of an entry; what is absent stays. */
export interface PriceChange {
  /** In the entry's currency. */
  price?: number | undefined;
  isActive?: boolean | undefined;
  validUntilMs?: number | null | undefined;
  notes?: string | null | undefined;
}

/** A price as it is stored. Throws VALIDATION_FAILED for one with more decimals than its currency has. */
function requireWhole(currency: string, price: number): number {
  const problems = problemsOfAmounts(currency, { price });
  if (problems.length > 0) throw invalidBody(problems);
  return storedAmount(currency, price);
}

/** Keeps what an entry asks from now on; a product's own price stays as it is stored. */
async function note(tx: Tx, after: ProductPrice, beforeCents: number | null, { now }: MutationContext): Promise<void> {
  const { productId, source, currency, priceCents, isActive } = after;
  await insertPricePoints(
    tx,
    [{ productId, source, currency, beforeCents, priceCents, isActive, origin: "manual" }],
    now(),
  );
}

/** Stores the product's own price as an entry, if it is none yet. */
async function storeOwn(tx: Tx, product: ProductRow, context: MutationContext): Promise<void> {
  if (product.priceCents === null) return;
  const own = (await entriesOf(tx, product)).find((entry) => entry.id === product.id);
  if (own && !(await productPriceRows.find(tx, { id: own.id })))
    await productPriceRows.insert(tx, { ...own, updatedAtMs: context.now() });
}

/**
 * Enters a price. The one that its source has had until now is deactivated and stays; of the source `internal` it is the
 * product's own price, too. Throws PRODUCT_NOT_FOUND.
 */
export const addPrice = mutation(
  "prices.add",
  async (tx, { price: amount, ...given }: NewPrice, context): Promise<ProductPrice> => {
    const priceCents = requireWhole(given.currency, amount);
    const product = await findLiveProduct(tx, given.productId);
    const nowMs = context.now();
    const price: ProductPrice = {
      ...given,
      priceCents,
      id: context.newId(),
      productId: product.id,
      isActive: true,
      isCurrent: true,
      isRemoved: false,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const before = (await entriesOf(tx, product)).find(
      ({ source, currency, isCurrent }) => isCurrent && source === price.source && currency === price.currency,
    );
    if (isOwn(price)) await storeOwn(tx, product, context);
    await retireProductPrices(tx, price, nowMs);
    await productPriceRows.insert(tx, price);
    if (isOwn(price)) await storeUpdate(tx, product, { price: price.priceCents }, context);
    else await note(tx, price, before?.isActive ? before.priceCents : null, context);
    return price;
  },
);

/** An entry of a live product, whether it is stored or not. */
export async function findEntry(
  tx: Reader,
  id: string,
): Promise<{ entry: ProductPrice; product: ProductRow } | undefined> {
  const stored = await productPriceRows.find(tx, { id });
  const [product] = await findRowsByIds(tx, [stored?.productId ?? id]);
  if (!product || product.deletedAtMs !== null || stored?.isRemoved) return undefined;
  const entry = stored ?? (await entriesOf(tx, product)).find((each) => each.id === id);
  return entry && { entry, product };
}

/** Stores an entry, and with it the product's own price where it is that. */
async function storeEntry(
  tx: Tx,
  product: ProductRow,
  before: ProductPrice,
  after: ProductPrice,
  context: MutationContext,
) {
  const isStored = (await productPriceRows.find(tx, { id: after.id })) !== undefined;
  // One that counts again takes the place of the one that does now.
  if (after.isActive && !before.isCurrent) {
    if (isOwn(after)) await storeOwn(tx, product, context);
    await retireProductPrices(tx, after, context.now());
  }
  const wanted = { ...after, isCurrent: after.isActive || after.isCurrent };
  if (isStored) await productPriceRows.update(tx, wanted);
  else await productPriceRows.insert(tx, wanted);
  const moved = after.priceCents !== before.priceCents || after.isActive !== before.isActive;
  if (!moved) return;
  const isFollowed = isOwn(after) && after.isActive && product.priceCents !== after.priceCents;
  if (isFollowed) await storeUpdate(tx, product, { price: after.priceCents }, context);
  else await note(tx, after, before.priceCents, context);
}

/** Changes an entry. Throws PRODUCT_NOT_FOUND when there is none, or none of a live product, and PRECONDITION_FAILED. */
export const changePrice = mutation(
  "prices.change",
  async (
    tx,
    { id, change, expected }: { id: string; change: PriceChange; expected: string[] | null },
    context,
  ): Promise<ProductPrice> => {
    const { entry: before, product } = required(await findEntry(tx, id), "product", id);
    requireVersion(expected, versionOf(Prices.of(before)));
    const { price, isActive, validUntilMs, notes } = change;
    const after: ProductPrice = {
      ...before,
      ...(price !== undefined && { priceCents: requireWhole(before.currency, price) }),
      ...(isActive !== undefined && { isActive }),
      ...(validUntilMs !== undefined && { validUntilMs }),
      ...(notes !== undefined && { notes }),
      updatedAtMs: context.now(),
    };
    await storeEntry(tx, product, before, after, context);
    return after;
  },
);

/**
 * Deactivates an entry, or takes it off the list; its history stays, and so does the product's own price. Throws NOT_FOUND.
 */
export const removePrice = mutation(
  "prices.remove",
  async (
    tx,
    { id, isSoft, expected }: { id: string; isSoft: boolean; expected: string[] | null },
    context,
  ): Promise<void> => {
    const found = await findEntry(tx, id);
    if (!found) throw new ApiError("NOT_FOUND", { details: { resource: "price", id } });
    const { entry, product } = found;
    requireVersion(expected, versionOf(Prices.of(entry)));
    if (!isSoft && !(isOwn(entry) && entry.isCurrent)) {
      if (entry.isActive) await note(tx, { ...entry, isActive: false }, entry.priceCents, context);
      await productPriceRows.erase(tx, { id });
      return;
    }
    const after = { ...entry, isActive: false, isRemoved: !isSoft, updatedAtMs: context.now() };
    await storeEntry(tx, product, entry, after, context);
  },
);

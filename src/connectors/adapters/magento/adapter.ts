import type { Adapter } from "../../engine/adapter.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { GONE, matched, pushEach, sentAs } from "../each.ts";
import { BULK } from "./magento-bulk.ts";
import { check } from "./magento-check.ts";
import { categories } from "./magento-content.ts";
import { dry } from "./magento-dry.ts";
import { languages } from "./magento-languages.ts";
import { orders, reservations } from "./magento-orders.ts";
import { pushPrices } from "./magento-prices.ts";
import { pull, read } from "./magento-pull.ts";
import { isUnderWay, pushProducts, search } from "./magento-push.ts";
import { call } from "./magento-requests.ts";
import { levels, pushStock } from "./magento-stock.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/ : products, source items, prices. What orders do to the stock of a
// shop, and what is sent for it, stands in magento-orders.ts.

/** What `search` says of a product with variants. */
const CONFIGURABLE = "it is of the type configurable";

const SHOWN = 1;
const HIDDEN = 2;

/** Those that are not there would be made by the same request. */
async function show(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> {
  const skus = items.flatMap(({ externalId }) => externalId ?? []);
  const there = new Set((await search(api, skus)).map(({ externalId }) => externalId));
  return pushEach(items, async (item) => {
    const { productId, externalId: sku } = item;
    if (sku === null || !there.has(sku)) return { productId, error: GONE(sku), isMissing: true };
    const json = { product: { sku, status: isShown ? SHOWN : HIDDEN } };
    await call(api, `products/${encodeURIComponent(sku)}`, { method: "PUT", json });
    return sentAs(item);
  });
}

/** The variants of products that have them, each as one with its own level and price; the others as they are. */
const rowsOf = (kind: PushKind, item: PushItem): PushItem[] => {
  if (!isVaried(item) || item.externalId === null) return [item];
  return (kind === "stock" ? dueVariants(item) : item.variants).flatMap((variant) => {
    const { externalId, stock, priceCents, compareAtPriceCents } = variant;
    return externalId === null ? [] : { ...item, externalId, stock, priceCents, compareAtPriceCents, variants: [] };
  });
};

/** Sends prices. A price is refused of what is not there by the same words as of what has none: the catalog says which it is. */
async function sendPrices(api: Api, rows: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes = await pushPrices(api, rows);
  const refused = new Set(outcomes.flatMap((each) => ("error" in each ? [each.productId] : [])));
  const skus = rows.flatMap(({ productId, externalId }) => (refused.has(productId) ? (externalId ?? []) : []));
  if (skus.length === 0) return outcomes;
  const there = new Set((await search(api, skus)).map(({ externalId }) => externalId));
  const isLost = ({ externalId }: PushItem) =>
    externalId !== null && skus.includes(externalId) && !there.has(externalId);
  const lost = new Map(rows.filter(isLost).map(({ productId, externalId }) => [productId, externalId]));
  return outcomes.map((each) => {
    const sku = "error" in each ? lost.get(each.productId) : undefined;
    return sku === undefined ? each : { productId: each.productId, error: GONE(sku), isMissing: true };
  });
}

/** Sends levels or prices of products and variants. A product has failed where one of its variants has. */
async function ofParts(kind: PushKind, items: readonly PushItem[], send: (rows: PushItem[]) => Promise<PushOutcome[]>) {
  const outcomes = await send(items.flatMap((item) => rowsOf(kind, item)));
  const failed = new Map(outcomes.flatMap((each) => ("error" in each ? [[each.productId, each] as const] : [])));
  return items.map((item) => {
    const { productId } = item;
    const failure = failed.get(productId);
    if (!failure) return sentAs(item);
    // Where a variant is missing the product itself is there.
    return isVaried(item) ? { productId, error: failure.error } : failure;
  });
}

export const magento: Adapter = {
  dry,
  sameSku: "changed",
  bulk: BULK,
  isUnderWay,
  show,
  categories,
  languages,
  test: check,
  push: (api, kind, items) => {
    if (kind === "products") return pushProducts(api, items);
    if (kind === "stock") return ofParts(kind, items, (rows) => pushStock(api, rows));
    return ofParts(kind, items, (rows) => sendPrices(api, rows));
  },
  find: async (api, items) => {
    const skus = items.map(({ sku }) => sku);
    const varied = new Map(items.map((item) => [item.productId, isVaried(item)]));
    return matched(items, await search(api, skus)).map(({ unfit, ...each }) => {
      const isFit = varied.get(each.productId) ? unfit === CONFIGURABLE : unfit === undefined;
      return isFit ? each : { ...each, unfit: unfit ?? "it has no variants" };
    });
  },
  levels,
  orders,
  reservations,
  read,
  unread: ["brand", "stock"],
  pull,
};

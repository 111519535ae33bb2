import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered, portionsOf } from "../../engine/requests/portions.ts";
import { sentAs } from "../each.ts";
import { query } from "./query.ts";
import { BULK } from "./shopify-bulk-products.ts";
import { check, priceTaxOf } from "./shopify-check.ts";
import { exchangeShopifyCode } from "./shopify-consent.ts";
import { MUTATION_COST, portionsByCost } from "./shopify-cost.ts";
import { dry } from "./shopify-dry.ts";
import { find } from "./shopify-find.ts";
import { languages } from "./shopify-languages.ts";
import { priceInput } from "./shopify-product.ts";
import { pull, read } from "./shopify-pull.ts";
import { isUnderWay, pushProducts } from "./shopify-push.ts";
import { shopifyOrders } from "./shopify-read-orders.ts";
import { refusalOf } from "./shopify-refusal.ts";
import { show } from "./shopify-show.ts";
import { isPricedNow } from "./shopify-status.ts";
import { itemIds, levels, pushStock } from "./shopify-stock.ts";
import { webhooks } from "./shopify-webhooks.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/productVariantsBulkUpdate
const PAGE = 100;
const VARIANTS_MAX = 250;

/** The stock: of products with variants each of them as one of its own. */
async function pushStocks(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  if (!items.some(isVaried)) return pushStock(api, items);
  const single = items.flatMap((item): PushItem[] => {
    if (!isVaried(item)) return [item];
    return dueVariants(item).map(({ externalId, stock, stockThere = null }) => ({
      ...{ ...item, externalItemId: externalId, stock, stockThere, variants: [] },
    }));
  });
  // Shopify takes 250 levels at a time.
  const outcomes = await gathered(single, PAGE, (some) => pushStock(api, some));
  const refused = new Map(outcomes.flatMap((each) => ("error" in each ? [[each.productId, each] as const] : [])));
  return items.map((item) => refused.get(item.productId) ?? sentAs(item));
}

/** The prices of a product's variants; of one without its own. */
function pricesOf(item: PushItem) {
  if (!isVaried(item)) return [{ id: itemIds(item)[0], ...priceInput(item, item.currency) }];
  return item.variants.flatMap(({ externalId, ...variant }) =>
    externalId === null || variant.priceCents === null
      ? []
      : [{ id: externalId.split(" ")[0], ...priceInput(variant, item.currency) }],
  );
}

/** The prices of products; Shopify takes 250 variants at a time. */
async function pushPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const parts = items.flatMap((item) => portionsOf(pricesOf(item), VARIANTS_MAX).map((prices) => ({ item, prices })));
  const refused = new Map<string, PushOutcome>();
  for (const some of portionsByCost(parts, () => MUTATION_COST + 1)) {
    for (const outcome of await sendPrices(api, some)) refused.set(outcome.productId, outcome);
  }
  const fresh = items.filter((item) => isPricedNow(item) && !refused.has(item.productId));
  for (const outcome of fresh.length === 0 ? [] : await show(api, fresh, true)) {
    if ("error" in outcome) refused.set(outcome.productId, outcome);
  }
  return items.map((item) => refused.get(item.productId) ?? sentAs(item));
}

type Prices = { item: PushItem; prices: ReturnType<typeof pricesOf> };

/** Sends prices by one query of as many mutations. Returns what was refused. */
async function sendPrices(api: Api, parts: readonly Prices[]): Promise<PushOutcome[]> {
  const declared = parts.map((_, index) => `$i${index}: ID!, $v${index}: [ProductVariantsBulkInput!]!`).join(", ");
  const calls = parts.map(
    (_, index) =>
      `m${index}: productVariantsBulkUpdate(productId: $i${index}, variants: $v${index}) { userErrors { message code } }`,
  );
  const variables = Object.fromEntries(
    parts.flatMap(({ item, prices }, index) => [
      [`i${index}`, item.externalId],
      [`v${index}`, prices],
    ]),
  );
  const data = await query(api, `mutation prices(${declared}) { ${calls.join("\n")} }`, variables);
  return parts.flatMap(({ item }, index): PushOutcome[] => {
    const [error] = listOf(member(data, `m${index}`, "userErrors"));
    return error === undefined ? [] : [refusalOf(item, error)];
  });
}

export const shopify: Adapter = {
  dry,
  exchange: exchangeShopifyCode,
  sameSku: "doubled",
  bulk: BULK,
  isUnderWay,
  test: check,
  priceTax: priceTaxOf,
  languages,
  show,
  push: (api, kind, items) => {
    if (kind === "products") return pushProducts(api, items);
    return kind === "stock" ? pushStocks(api, items) : pushPrices(api, items);
  },
  find,
  levels,
  orders: shopifyOrders,
  read,
  pull,
  webhooks,
};

import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, movedVariants, refusedShape } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { matched, sentAs } from "../each.ts";
import { locationOf, query } from "./query.ts";
import { BULK, isUnderWay, pushInBulk } from "./shopify-bulk-products.ts";
import { check } from "./shopify-check.ts";
import { exchangeShopifyCode } from "./shopify-consent.ts";
import { dry } from "./shopify-dry.ts";
import { shopifyOrders } from "./shopify-orders.ts";
import { productOutcome, withParts } from "./shopify-outcome.ts";
import { filesOf, isThere, priceInput, productInput, resultOf, variantChange } from "./shopify-product.ts";
import { pull, read } from "./shopify-pull.ts";
import { show } from "./shopify-show.ts";
import { itemIds, levels, missingBy, pushStock } from "./shopify-stock.ts";
import { webhooks } from "./shopify-webhooks.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10, `productSet`, `productVariantsBulkUpdate`, `products`
const VARIANT_OF_PRODUCT = (index: number) =>
  `u${index}: productVariantsBulkUpdate(productId: $i${index}, variants: $v${index}) { userErrors { field message code } }`;

/** A product that was stored as one is not made several, nor the other way round: that would delete what is there. */
function wrongShape(item: PushItem): PushOutcome[] {
  const { productId, externalId, parts } = item;
  if (externalId === null || !isSent(item, "variants")) return [];
  const wasVaried = Object.keys(parts.variants).length > 0;
  if (wasVaried === isVaried(item)) return [];
  return [{ productId, error: refusedShape(externalId, wasVaried) }];
}

const PAGE = 100;

/** Many products as one operation, others a hundred a query. */
async function pushProducts(api: Api, given: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes = given.flatMap(wrongShape);
  const wrongIds = new Set(outcomes.map(({ productId }) => productId));
  const items = given.filter(({ productId }) => !wrongIds.has(productId));
  const isBulk = items.length > BULK.above && items.every(BULK.takes);
  if (isBulk) return [...outcomes, ...(await pushInBulk(api, items))];
  return [...outcomes, ...(await gathered(items, PAGE, (some) => pushFitting(api, some)))];
}

/** All products by one query of as many mutations; of those that are there the variant is changed by one of its own. */
async function pushFitting(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const pictures: Awaited<ReturnType<typeof filesOf>>[] = [];
  for (const item of items) pictures.push(await filesOf(api, item));
  const known = new Set(items.flatMap((item, index) => (isThere(item) ? [index] : [])));
  const variables = Object.fromEntries(
    items.flatMap((item, index): [string, unknown][] => {
      const product: [string, unknown] = [
        `p${index}`,
        productInput(item, { locationId, files: pictures[index]?.files ?? new Map() }),
      ];
      if (!known.has(index)) return [product];
      return [product, [`i${index}`, item.externalId], [`v${index}`, [variantChange(item)]]];
    }),
  );
  const declared = items.map((_, index) => {
    const variant = known.has(index) ? `, $i${index}: ID!, $v${index}: [ProductVariantsBulkInput!]!` : "";
    return `$p${index}: ProductSetInput!${variant}`;
  });
  const calls = items.map((item, index) => {
    const product = `m${index}: productSet(synchronous: true, input: $p${index}) { ${resultOf(item)} }`;
    return known.has(index) ? `${product}\n${VARIANT_OF_PRODUCT(index)}` : product;
  });
  const data = await query(api, `mutation push(${declared.join(", ")}) { ${calls.join("\n")} }`, variables);
  return items.map((item, index) => {
    const made = member(data, `m${index}`);
    const outcome = productOutcome(item, made, member(data, `u${index}`));
    return "error" in outcome ? outcome : withParts(item, outcome, made, pictures[index]?.remarks ?? []);
  });
}

/** The stock: of products with variants each of them as one of its own. */
async function pushStocks(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  if (!items.some(isVaried)) return pushStock(api, items);
  const single = items.flatMap((item): PushItem[] => {
    if (!isVaried(item)) return [item];
    return movedVariants(item).map(({ externalId, stock, stockThere = null }) => ({
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

async function pushPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const priced = items.map((item, index) => ({ item, index }));
  const declared = priced.map(({ index }) => `$i${index}: ID!, $v${index}: [ProductVariantsBulkInput!]!`).join(", ");
  const calls = priced.map(
    ({ index }) =>
      `m${index}: productVariantsBulkUpdate(productId: $i${index}, variants: $v${index}) { userErrors { message code } }`,
  );
  const variables = Object.fromEntries(
    priced.flatMap(({ item, index }) => [
      [`i${index}`, item.externalId],
      [`v${index}`, pricesOf(item)],
    ]),
  );
  const data = await query(api, `mutation prices(${declared}) { ${calls.join("\n")} }`, variables);
  return priced.map(({ item, index }) => {
    const [error] = listOf(member(data, `m${index}`, "userErrors"));
    return error === undefined
      ? sentAs(item)
      : { productId: item.productId, error: textOf(member(error, "message")) ?? "refused", ...missingBy(error) };
  });
}

const FOUND = "id sku barcode product { id variantsCount { count } } inventoryItem { id }";
/** A query may cost 1,000: the number of products in a search, of which twice as many may be found. */
const SEARCH = 25;

/** Some searches in one query. A SKU may be there several times; a search also finds what is only alike. */
async function find(api: Api, items: readonly PushItem[]) {
  const groups = Array.from({ length: Math.ceil(items.length / SEARCH) }, (_, group) =>
    items.slice(group * SEARCH, (group + 1) * SEARCH),
  );
  const calls = groups.map(
    (_, index) => `f${index}: productVariants(first: ${2 * SEARCH}, query: $q${index}) { nodes { ${FOUND} } }`,
  );
  const declared = groups.map((_, index) => `$q${index}: String!`).join(", ");
  const termsOf = ({ sku, ean }: PushItem) => [
    `sku:${JSON.stringify(sku)}`,
    ...(ean === null ? [] : [`barcode:${JSON.stringify(ean)}`]),
  ];
  const searches = groups.map((group, index) => [`q${index}`, group.flatMap(termsOf).join(" OR ")]);
  const data = await query(api, `query find(${declared}) { ${calls.join("\n")} }`, Object.fromEntries(searches));
  const nodes = groups.flatMap((_, index) => listOf(member(data, `f${index}`, "nodes")));
  const there = nodes.map((node) => {
    const variants = numberOf(member(node, "product", "variantsCount", "count")) ?? 1;
    return {
      externalId: String(member(node, "product", "id")),
      externalItemId: `${member(node, "id")} ${member(node, "inventoryItem", "id")}`,
      sku: textOf(member(node, "sku")),
      ean: textOf(member(node, "barcode")),
      ...(variants > 1 && { unfit: `it is one of ${variants} variants` }),
    };
  });
  return matched(items, there);
}

export const shopify: Adapter = {
  dry,
  exchange: exchangeShopifyCode,
  sameSku: "doubled",
  bulk: BULK,
  isUnderWay,
  test: check,
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

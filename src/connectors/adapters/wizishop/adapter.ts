import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";
import type { CategoryTree } from "../../engine/shop/shop-category-tree.ts";
import { firstStockOf, GONE, lackingAddress, pushEach, sentAs } from "../each.ts";
import { warnsOfOrders } from "../read-right.ts";
import { choicesOf } from "../shop-choices.ts";
import { provesRight } from "../write-right.ts";
import { contentOf, listCategories, makeCategory, newFields, sendsSeo } from "./wizishop-content.ts";
import { dry } from "./wizishop-dry.ts";
import { NO_ORDERS, ordersOf } from "./wizishop-orders.ts";
import { priceFields, priceNow } from "./wizishop-prices.ts";
import { attributesOf, isVariedThere, pricedAttributes, variantParts, variantsIn } from "./wizishop-variants.ts";

// Source: https://api.wizishop.com (API v3), https://github.com/wizishop/wizishop-php-sdk : products, SKUs with their stock
const API = "https://api.wizishop.com/v3";
const PAGE = 100;
const READ_ONLY = "The key may not write products: give its account the catalog.";

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const { shop_id: shop = "", api_key: key = "" } = api.credentials;
  const isList = request.method === undefined;
  const answer = await api.request(
    {
      method: "GET",
      ...request,
      url: `${API}/shops/${encodeURIComponent(shop)}/${path}`,
      headers: { authorization: `Bearer ${key}` },
    },
    // An empty list is answered so.
    (status) => status < 400 || (isList && status === 404),
  );
  if (answer.status === 404) return {};
  return answer.text.trim() === "" ? {} : answer.json();
}

/**
 * Sets the stock of a SKU: where it is known what the shop follows, by what has changed here, so that what it has sold and not
 * reported yet stays sold.
 */
async function setStock(api: Api, sku: string, { stock, stockFrom = null }: Level): Promise<void> {
  const path = `skus/${encodeURIComponent(sku)}`;
  if (stockFrom === null) return void (await call(api, path, { method: "PATCH", json: { method: "replace", stock } }));
  const by = stock - stockFrom;
  if (by === 0) return;
  const json = { method: by > 0 ? "increase" : "decrease", stock: Math.abs(by) };
  await call(api, path, { method: "PATCH", json, isOnce: true });
}
type Level = Pick<PushItem, "stock" | "stockFrom">;

/** A product as the shop has it, alone; `undefined`: it has none. */
async function productOf(api: Api, id: string): Promise<unknown> {
  const product = await call(api, `products/${encodeURIComponent(id)}`);
  return member(product, "id") === undefined ? undefined : product;
}

/** What a product is pushed with: as the shop has it, where that was read, or why it is not pushed. */
async function openProduct(api: Api, item: PushItem): Promise<{ there: unknown } | { refused: PushOutcome }> {
  const { productId, externalId } = item;
  const isShaped = isVaried(item) || Object.keys(item.parts.variants).length > 0;
  if (externalId === null || !(isShaped || sendsSeo(item))) return { there: undefined };
  const there = await productOf(api, externalId);
  if (there === undefined) return { refused: { productId, error: GONE(externalId), isMissing: true } };
  const error = isShaped ? shapeProblem(item, isVariedThere(there)) : undefined;
  return error === undefined ? { there } : { refused: { productId, error } };
}

async function pushProduct(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, externalId, sku } = item;
  const opened = await openProduct(api, item);
  if ("refused" in opened) return opened.refused;
  const { there } = opened;
  const stock = isVaried(item) ? null : firstStockOf(item);
  const fields = { ...contentOf(item, there), ...(isVaried(item) && attributesOf(item, there)) };
  const answer = await (externalId === null
    ? call(api, "products", { method: "POST", json: { ...fields, ...newFields(item) } })
    : call(api, `products/${externalId}`, { method: "PUT", json: fields }));
  const id = textOf(member(answer, "id")) ?? externalId ?? undefined;
  if (id === undefined) return { productId, error: "WiziShop gave no id" };
  if (stock !== null) await setStock(api, sku, { stock });
  const remarks = lackingAddress(item);
  return {
    ...{ productId, externalId: id, externalItemId: sku, externalUrl: textOf(member(answer, "url")) ?? null },
    parts: { variants: isVaried(item) ? variantParts(item) : {}, images: {} },
    ...(remarks.length > 0 && { remarks }),
  };
}

/** The stock of a product, or of each of its variants. */
async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  const levels = isVaried(item)
    ? dueVariants(item).map(({ externalId, sku, ...level }) => ({ ...level, sku: externalId ?? sku }))
    : [{ ...item, sku: item.externalItemId ?? item.sku }];
  for (const { sku, ...level } of levels) await setStock(api, sku, level);
  return sentAs(item);
}

async function pushOne(api: Api, kind: PushKind, item: PushItem): Promise<PushOutcome> {
  if (kind === "products") return pushProduct(api, item);
  if (item.externalId === null) return sentAs(item);
  if (kind === "stock") return pushStock(api, item);
  const opened = await openProduct(api, item);
  if ("refused" in opened) return opened.refused;
  const json = { ...priceFields(item), ...(isVaried(item) && pricedAttributes(item, opened.there)) };
  await call(api, `products/${item.externalId}`, { method: "PUT", json });
  return sentAs(item);
}

/** A product as it is alone; one with variants has the prices and stock of these. */
function pulledOf(product: unknown): PulledProduct {
  const variants = variantsIn(product);
  const stock = numberOf(member(product, "stock") ?? member(product, "quantity"));
  return {
    externalId: String(member(product, "id")),
    externalItemId: textOf(member(product, "sku")) ?? null,
    externalUrl: textOf(member(product, "url")) ?? null,
    ean: eanAmong(member(product, "ean13")),
    sku: textOf(member(product, "sku")) ?? null,
    ...(variants.length > 0 && { variants, isLowestPrice: true }),
    ...present({
      title: textOf(member(product, "label")) ?? textOf(member(product, "name")),
      description: textOf(member(product, "description")),
      brand: textOf(member(product, "brand")),
      priceCents: priceNow(product),
      compareAtPriceCents: centsOf(member(product, "price_tax_excluded")),
      stock: variants.length > 0 ? undefined : stock,
    }),
  };
}

/** Products by their ids: one a request. */
async function read(api: Api, ids: readonly string[]): Promise<PulledProduct[]> {
  const found: PulledProduct[] = [];
  for (const id of ids) {
    const product = await productOf(api, id);
    if (product !== undefined) found.push(pulledOf(product));
  }
  return found;
}

const orders: NonNullable<Adapter["orders"]> = (api, from) => ordersOf((path) => call(api, path), from);

/** The shop's categories. */
const categories: CategoryTree = {
  list: (api) => listCategories((path) => call(api, path)),
  make: (api, category) => makeCategory((path, request) => call(api, path, request), category),
};

export const wizishop: Adapter = {
  dry,
  sameSku: "refused",
  categories,
  show: (api, items, visible) =>
    pushEach(items, async (item) => {
      await call(api, `products/${item.externalId}`, { method: "PUT", json: { visible } });
      return sentAs(item);
    }),
  test: async (api) => {
    await call(api, "products?limit=1");
    // Ids of products begin with 1.
    await provesRight(() => call(api, "products/0", { method: "PUT", json: {} }), READ_ONLY);
    const list = await choicesOf(() => categories.list(api), { id: "id", name: "name" });
    return { choices: { categories: list }, warnings: await warnsOfOrders(api, orders, NO_ORDERS) };
  },
  orders,
  push: (api, kind, items) => pushEach(items, (item) => pushOne(api, kind, item)),
  find: async (api, items) => {
    const found = [];
    for (const { productId, sku } of items) {
      const [product] = listOf(member(await call(api, `products?limit=1&sku=${encodeURIComponent(sku)}`), "results"));
      const externalId = textOf(member(product, "id"));
      if (externalId !== undefined) found.push({ productId, externalId, externalItemId: sku, by: "sku" as const });
    }
    return found;
  },
  read,
  // The API has no filter by time of change, and its list no prices: each pull reads all of them, each alone.
  pull: async (api, { cursor }) => {
    const page = Number(cursor ?? 1);
    const found = await call(api, `products?page=${page}&limit=${PAGE}&sort=id`);
    const ids = listOf(member(found, "results")).map((product) => String(member(product, "id")));
    return {
      products: await read(api, ids),
      next: page < (numberOf(member(found, "pages")) ?? page) ? String(page + 1) : null,
    };
  },
};

import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import { NO_PARTS, type PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import { isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { Api, ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";
import { firstStockOf, GONE, pushEach, refusalIn, sentAs } from "../each.ts";
import { provesRight } from "../write-right.ts";
import { call } from "./squarespace-call.ts";
import { isSame, PRODUCTS, pricing, productFields, variantFields } from "./squarespace-fields.ts";
import { mayReadOrders, NO_ORDERS, orders } from "./squarespace-orders.ts";
import { sendPictures } from "./squarespace-pictures.ts";
import { find, pull, read, thereOf } from "./squarespace-read.ts";
import { levels, pushStock } from "./squarespace-stock.ts";
import {
  assignPictures,
  isVariedThere,
  newVariant,
  optionNames,
  sendPrices,
  sendVariants,
  VARIANTS_MAX,
  variantIds,
  variantsProblem,
} from "./squarespace-variants.ts";

/** A new product with its variants. */
const madeOf = (json: unknown, nextId: () => number) => ({
  id: nextId(),
  variants: listOf(member(json, "variants")).map((each) => ({ id: nextId(), sku: member(each, "sku") })),
});

/** What a site answers of a request that changes something, as its adapter reads it. */
function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return isSeeming(url) ? { status: "READY" } : undefined;
    if (url.endsWith("/images")) return { imageId: nextId() };
    if (url.endsWith("/variants")) return { id: nextId() };
    return url.endsWith("/commerce/products") ? madeOf(json, nextId) : {};
  };
}

// Source: https://developers.squarespace.com/commerce-apis/products-overview (v2)

/** The page of the shop that new products go to: the first that is enabled. */
const storePageOf = (api: Api): Promise<string> =>
  api.once("store-page", async () => {
    const pages = listOf(member(await call(api, "1.0/commerce/store_pages"), "storePages"));
    const page = pages.find((each) => member(each, "isEnabled") === true) ?? pages[0];
    const id = textOf(member(page, "id"));
    if (id === undefined) throw new PlatformError("refused", "The site has no store page to keep products on");
    return id;
  });

/** What a site says of a product that was stored, with what belongs to it. `first`: remarks on it so far. */
async function withParts(api: Api, item: PushItem, product: unknown, first: string[] = []): Promise<PushOutcome> {
  const { productId } = item;
  const externalId = item.externalId ?? textOf(member(product, "id"));
  if (externalId === undefined) return { productId, error: "Squarespace gave no id" };
  const placed = { ...item, externalId };
  const pictures = await sendPictures(api, externalId, item, product);
  const varied = isVaried(item)
    ? await sendVariants(api, placed, product, item.externalId === null)
    : { ids: {}, remarks: [] };
  await assignPictures(api, placed, { ids: varied.ids, images: pictures.ids, product });
  const remarks = [...first, ...pictures.remarks, ...varied.remarks];
  const lacks = varied.remarks.length > 0 ? "variants" : "images";
  return {
    ...{ productId, externalId, externalUrl: textOf(member(product, "url")) ?? null },
    externalItemId: item.externalItemId ?? textOf(member(product, "variants", 0, "id")) ?? null,
    parts: { variants: varied.ids, images: pictures.ids },
    ...(remarks.length > 0 && { remarks, lacks }),
  };
}

/** Gives a product that was made its texts for search engines: only a change takes them. */
async function sendSeo(api: Api, externalId: string | undefined, seoOptions: object | undefined): Promise<string[]> {
  if (externalId === undefined || seoOptions === undefined) return [];
  try {
    await call(api, `${PRODUCTS}/${externalId}`, { method: "POST", json: { seoOptions } });
    return [];
  } catch (error) {
    return [`Its texts for search engines were not taken: ${refusalIn(error)}`];
  }
}

async function make(api: Api, item: PushItem): Promise<PushOutcome> {
  const quantity = firstStockOf(item) ?? 0;
  const variants = isVaried(item)
    ? item.variants.slice(0, VARIANTS_MAX).map((variant) => newVariant(item, variant))
    : [{ ...variantFields(item), stock: { quantity, unlimited: false } }];
  const options = isVaried(item) && { variantAttributes: optionNames(item) };
  const storePageId = await storePageOf(api);
  const { seoOptions, ...fields } = productFields(item);
  const json = { type: "PHYSICAL", storePageId, ...fields, ...options, isVisible: true, variants };
  const made = await call(api, PRODUCTS, { method: "POST", json });
  const refused = await sendSeo(api, textOf(member(made, "id")), seoOptions);
  return withParts(api, { ...item, parts: { ...NO_PARTS, variants: variantIds(item, made) } }, made, refused);
}

const changeVariant = (api: Api, { externalId, externalItemId }: PushItem, json: object) =>
  call(api, `${PRODUCTS}/${externalId}/variants/${externalItemId}`, { method: "POST", json });

/** Why a product is not changed: it has or had variants and is no longer there, or is one there and several here. */
function refusalOf(item: PushItem, there: unknown): PushOutcome | undefined {
  const { productId, externalId } = item;
  const isShaped = isVaried(item) || Object.keys(item.parts.variants).length > 0;
  if (there === undefined) return isShaped ? { productId, error: GONE(externalId), isMissing: true } : undefined;
  const error = shapeProblem(item, isVariedThere(there));
  return error === undefined ? undefined : { productId, error };
}

/** Changes what is another one there: its texts, and what it is sold as. `there`: as the site has it; `undefined`: not known. */
async function change(api: Api, item: PushItem, there: unknown): Promise<PushOutcome> {
  const refused = refusalOf(item, there);
  if (refused) return refused;
  const names = optionNames(item);
  const isOther = JSON.stringify(member(there, "variantAttributes") ?? names) !== JSON.stringify(names);
  const json = { ...productFields(item), ...(isVaried(item) && isOther && { variantAttributes: names }) };
  const isChanged = there === undefined || !isSame(there, json);
  const changed = isChanged ? await call(api, `${PRODUCTS}/${item.externalId}`, { method: "POST", json }) : there;
  if (isVaried(item)) return withParts(api, item, there);
  const variant = listOf(member(there, "variants")).find((each) => member(each, "id") === item.externalItemId);
  if (!isSame(variant, variantFields(item))) await changeVariant(api, item, variantFields(item));
  return withParts(api, item, changed);
}

/** A product is made or changed unless its variants cannot be. */
async function pushProduct(api: Api, item: PushItem, there: ReadonlyMap<string, unknown>): Promise<PushOutcome> {
  const error = isVaried(item) ? variantsProblem(item) : undefined;
  if (error !== undefined) return { productId: item.productId, error };
  return item.externalId === null ? make(api, item) : change(api, item, there.get(item.externalId));
}

async function pushPrice(api: Api, item: PushItem, there: ReadonlyMap<string, unknown>): Promise<PushOutcome> {
  if (isVaried(item)) return sendPrices(api, item, there.get(item.externalId ?? ""));
  if (item.externalId !== null) await changeVariant(api, item, pricing(item, item.currency));
  return sentAs(item);
}

const READ_ONLY = "The key may not write products: make one with Products: Read and Write.";

export const squarespace: Adapter = {
  dry,
  sameSku: "refused",
  show: (api, items, isVisible) =>
    pushEach(items, async (item) => {
      await call(api, `${PRODUCTS}/${item.externalId}`, { method: "POST", json: { isVisible } });
      return sentAs(item);
    }),
  test: async (api) => {
    await call(api, "1.0/commerce/store_pages");
    // There is no such product.
    await provesRight(() => call(api, `${PRODUCTS}/0`, { method: "POST", json: {} }), READ_ONLY);
    // A site has one currency, which only its prices name.
    const price = [0, "variants", 0, "pricing", "basePrice", "currency"];
    const currency = textOf(member(await call(api, PRODUCTS), "products", ...price));
    const choices = currency === undefined ? {} : { currencies: [{ id: currency, name: currency }] };
    return { choices, warnings: (await mayReadOrders(api)) ? [] : [NO_ORDERS] };
  },
  orders,
  push: async (api, kind, items) => {
    if (kind === "stock") return pushStock(api, items);
    const push = kind === "products" ? pushProduct : pushPrice;
    const there = await thereOf(api, kind === "products" ? items : items.filter(isVaried));
    return pushEach(items, (item) => push(api, item, there));
  },
  levels,
  find,
  unread: ["brand", "ean"],
  read,
  pull,
};

import { randomUUID } from "node:crypto";
import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import {
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  priceText,
  textOf,
} from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { addressesOf, firstStockOf, matched, pushEach, pushTogether, sentAs } from "../each.ts";
import { pollUntil } from "../waiting.ts";
import { provesRight } from "../write-right.ts";
import { call } from "./squarespace-call.ts";
import { dry } from "./squarespace-dry.ts";
import { mayReadOrders, NO_ORDERS, orders } from "./squarespace-orders.ts";

// Source: https://developers.squarespace.com/commerce-apis/products-overview (v2) and
// https://developers.squarespace.com/commerce-apis/inventory-overview (1.0), 50 adjustments a request;
// https://developers.squarespace.com/commerce-apis/upload-product-image : a JPEG, PNG or GIF below 20 MB
const PRODUCTS = "v2/commerce/products";
const BATCH = 50;

/** The page of the shop that new products go to: the first that is enabled. */
const storePageOf = (api: Api): Promise<string> =>
  api.once("store-page", async () => {
    const pages = listOf(member(await call(api, "1.0/commerce/store_pages"), "storePages"));
    const page = pages.find((each) => member(each, "isEnabled") === true) ?? pages[0];
    const id = textOf(member(page, "id"));
    if (id === undefined) throw new PlatformError("refused", "The site has no store page to keep products on");
    return id;
  });

const pricing = ({ priceCents, compareAtPriceCents, wasReduced, currency }: PushItem) => {
  if (priceCents === null) return {};
  const money = (cents: number) => ({ currency, value: priceText(cents, currency) });
  const sale =
    compareAtPriceCents === null ? wasReduced && { onSale: false } : { onSale: true, salePrice: money(priceCents) };
  return { pricing: { basePrice: money(compareAtPriceCents ?? priceCents), ...sale } };
};

/** Its tags, and what search engines read. */
const moreOf = ({ tags, seoTitle, seoDescription }: PushItem) => ({
  ...(tags.length > 0 && { tags }),
  ...((seoTitle !== "" || seoDescription !== "") && { seoOptions: { title: seoTitle, description: seoDescription } }),
});

const variantOf = (item: PushItem) => ({
  sku: item.sku,
  ...pricing(item),
  ...(item.weight !== null && { shippingMeasurements: { weight: { unit: "KILOGRAM", value: item.weight } } }),
});

const IMAGE_BYTES_MAX = 20 * 1024 * 1024;
const IMAGE = /^image\/(jpe?g|png|gif)\b/;

/**
 * Uploads the picture of a product that has none, as a file: it is read where the catalog says. A product without its picture is
 * there all the same; the next push tries again.
 */
async function upload(api: Api, externalId: string, { images, sku }: PushItem, product: unknown): Promise<void> {
  const imageUrl = addressesOf(images)[0];
  if (imageUrl === undefined || listOf(member(product, "images")).length > 0) return;
  try {
    const found = await api.request({ method: "GET", url: imageUrl, headers: { accept: "image/*" } }, () => true);
    const [type, kind = ""] = IMAGE.exec(found.headers["content-type"] ?? "") ?? [];
    if (found.status !== 200 || type === undefined || found.bytes.length > IMAGE_BYTES_MAX) return;
    const boundary = randomUUID();
    const name = `${sku.replaceAll(/[^\w-]+/g, "-")}.${kind}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), found.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const path = `${PRODUCTS}/${externalId}/images`;
    const imageId = textOf(member(await call(api, path, { method: "POST", headers, body }), "imageId"));
    if (imageId === undefined) return;
    await pollUntil(api, "Squarespace's image", async () => {
      const status = textOf(member(await call(api, `${path}/${imageId}/status`), "status"));
      return status === "PROCESSING" ? undefined : status;
    });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}

async function make(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, title: name, description } = item;
  const quantity = firstStockOf(item) ?? 0;
  const variants = [{ ...variantOf(item), stock: { quantity, unlimited: false } }];
  const storePageId = await storePageOf(api);
  const json = { type: "PHYSICAL", storePageId, name, description, ...moreOf(item), isVisible: true, variants };
  const made = await call(api, PRODUCTS, { method: "POST", json });
  const externalId = textOf(member(made, "id"));
  if (externalId === undefined) return { productId, error: "Squarespace gave no id" };
  await upload(api, externalId, item, made);
  const externalItemId = textOf(member(made, "variants", 0, "id")) ?? null;
  return { productId, externalId, externalItemId, externalUrl: textOf(member(made, "url")) ?? null };
}

const changeVariant = (api: Api, { externalId, externalItemId }: PushItem, json: object) =>
  call(api, `${PRODUCTS}/${externalId}/variants/${externalItemId}`, { method: "POST", json });

async function change(api: Api, item: PushItem): Promise<PushOutcome> {
  const { externalId, title: name, description } = item;
  const changed = await call(api, `${PRODUCTS}/${externalId}`, {
    method: "POST",
    json: { name, description, ...moreOf(item) },
  });
  await upload(api, externalId ?? "", item, changed);
  await changeVariant(api, item, variantOf(item));
  return sentAs(item);
}

async function setStock(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const setFiniteOperations = items.map(({ externalItemId, stock }) => ({
    variantId: externalItemId,
    quantity: stock,
  }));
  await call(api, "1.0/commerce/inventory/adjustments", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    json: { setFiniteOperations },
  });
  return items.map(sentAs);
}

const pulledOf = (product: unknown): PulledProduct => {
  const variant = member(product, "variants", 0);
  return {
    externalId: String(member(product, "id")),
    externalItemId: textOf(member(variant, "id")) ?? null,
    externalUrl: textOf(member(product, "url")) ?? null,
    ean: eanAmong(member(variant, "attributes", "ean"), member(variant, "sku")),
    sku: textOf(member(variant, "sku")) ?? null,
    ...present({
      title: textOf(member(product, "name")),
      description: textOf(member(product, "description")),
      priceCents: centsOf(member(variant, "pricing", "basePrice", "value")),
      stock: numberOf(member(variant, "stock", "quantity")),
    }),
  };
};

/** A page: a cursor replaces every other parameter. */
async function pageOf(api: Api, sinceMs: number | null, cursor: string | null) {
  const parameters = new URLSearchParams();
  if (cursor !== null) parameters.set("cursor", cursor);
  else if (sinceMs !== null) {
    parameters.set("modifiedAfter", new Date(sinceMs).toISOString());
    parameters.set("modifiedBefore", new Date().toISOString());
  }
  const found = await call(api, parameters.size === 0 ? PRODUCTS : `${PRODUCTS}?${parameters}`);
  const pagination = member(found, "pagination");
  const hasNext = member(pagination, "hasNextPage") === true;
  return {
    products: listOf(member(found, "products")).filter((product) => member(product, "type") === "PHYSICAL"),
    next: hasNext ? (textOf(member(pagination, "nextPageCursor")) ?? null) : null,
  };
}

/** Each variant of a product, as it is looked for. */
function variantsOf(product: unknown) {
  const variants = listOf(member(product, "variants"));
  return variants.map((variant) => ({
    externalId: String(member(product, "id")),
    externalItemId: textOf(member(variant, "id")) ?? null,
    externalUrl: textOf(member(product, "url")) ?? null,
    sku: textOf(member(variant, "sku")),
    ...(variants.length > 1 && { unfit: `it is one of ${variants.length} variants` }),
  }));
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
    return { choices: {}, warnings: (await mayReadOrders(api)) ? [] : [NO_ORDERS] };
  },
  orders,
  push: (api, kind, items) => {
    if (kind === "stock") return pushTogether(items, BATCH, (some) => setStock(api, some));
    return pushEach(items, async (item) => {
      if (kind === "products") return item.externalId === null ? make(api, item) : change(api, item);
      if (item.externalId !== null) await changeVariant(api, item, pricing(item));
      return sentAs(item);
    });
  },
  levels: async (api, items) => {
    const levels = new Map<string, number>();
    for (let from = 0; from < items.length; from += BATCH) {
      const some = items.slice(from, from + BATCH);
      const ids = some.flatMap(({ externalItemId }) => externalItemId ?? []).join(",");
      for (const each of listOf(member(await call(api, `1.0/commerce/inventory/${ids}`), "inventory"))) {
        const item = some.find(({ externalItemId }) => externalItemId === member(each, "variantId"));
        const quantity = numberOf(member(each, "quantity"));
        if (item && quantity !== undefined) levels.set(item.productId, quantity);
      }
    }
    return levels;
  },
  // The API has no filter by SKU.
  find: async (api, items) => {
    const there = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(api, null, cursor);
      there.push(...page.products.flatMap(variantsOf));
      cursor = page.next;
    }
    return matched(items, there);
  },
  unread: ["brand", "ean"],
  read: async (api, ids) => {
    const found: PulledProduct[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids
        .slice(from, from + BATCH)
        .map(encodeURIComponent)
        .join(",");
      found.push(...listOf(member(await call(api, `${PRODUCTS}/${some}`), "products")).map(pulledOf));
    }
    return found;
  },
  pull: async (api, { sinceMs, cursor }) => {
    const { products, next } = await pageOf(api, sinceMs, cursor);
    return { products: products.map(pulledOf), next };
  },
};

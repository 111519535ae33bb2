import type { Adapter } from "../../engine/adapter.ts";
import { sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { NO_PARTS, type PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, movedVariants, shapeProblem, variantRemark } from "../../engine/push/variant-changes.ts";
import { answerWith, IS_READ } from "../../engine/requests/dry-api.ts";
import type { Api, ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";
import { matched, pushEach, sentAs } from "../each.ts";
import { call, ofProducts } from "./salesforce-call.ts";
import { orders, orderWarnings } from "./salesforce-orders.ts";
import { isMaster, masterOf, sendVariants } from "./salesforce-variants.ts";

/** The product that an address names, and whether it names its record in an inventory list. */
function namedBy(url: string) {
  const [, kind, product = ""] = /\/(products|variations|product-inventory-records)\/([^/?]+)(?:\?|$)/.exec(url) ?? [];
  return { isRecord: kind === "product-inventory-records", product };
}
const NOT_THERE = answerWith({ status: 404 });

/**
 * What a site answers of a request that changes something, as its adapter reads it: what was not found there is changed in vain, and
 * then made. Tokens and searches are POST, too.
 */
function dry(): DryAnswer {
  const made = new Set<string>();
  const answers: Record<ApiRequest["method"], (named: ReturnType<typeof namedBy>) => unknown> = {
    GET: ({ product }) => (made.has(product) ? { inventory: { id: "its own" } } : undefined),
    POST: () => IS_READ,
    PUT: ({ isRecord, product }) => {
      if (!isRecord) made.add(product);
      return {};
    },
    PATCH: ({ isRecord, product }) => (isRecord && !made.has(product) ? {} : NOT_THERE),
    DELETE: () => ({}),
  };
  return ({ method, url }) => answers[method](namedBy(url));
}

// Source: https://developer.salesforce.com/docs/commerce/commerce-api/guide/authorization-for-admin-apis.html and the
// references /docs/commerce/commerce-api/references/ products, catalogs and inventory-lists (all v1)
const PAGE = 100;

const siteOf = (api: Api) => `siteId=${encodeURIComponent(api.credentials["site_id"] ?? "")}`;

/** The catalog that new products belong to: one of the site's, else the first. */
const catalogOf = (api: Api): Promise<string> =>
  api.once("catalog", async () => {
    const catalogs = listOf(member((await call(api, "product/catalogs", "catalogs?limit=50")).body, "data"));
    const isOfSite = (catalog: unknown) =>
      listOf(member(catalog, "assignedSites")).some((site) => member(site, "id") === api.credentials["site_id"]);
    const id = textOf(member(catalogs.find(isOfSite) ?? catalogs[0], "id"));
    if (id === undefined) throw new PlatformError("refused", "The organization has no catalog to keep products in");
    return id;
  });

const said = (text: string) => ({ default: { markup: text, source: text } });

function fieldsOf(item: PushItem) {
  const { title, description, shortDescription, seoTitle, seoDescription, ean, brand } = item;
  const fields = sentFields(item, {
    name: { name: { default: title } },
    description: { longDescription: said(description) },
    short_description: shortDescription !== "" && { shortDescription: said(shortDescription) },
    seo_title: seoTitle !== "" && { pageTitle: { default: seoTitle } },
    seo_description: seoDescription !== "" && { pageDescription: { default: seoDescription } },
    ean: ean !== null && { ean },
    brand: brand !== null && { brand },
  });
  return { ...fields, onlineFlag: { default: true } };
}

/** Changes what is there; only what is not there is made, as making it again would empty it. */
async function store(api: Api, item: PushItem, id: string): Promise<void> {
  const path = `products/${encodeURIComponent(id)}`;
  const json = fieldsOf(item);
  const isNew = item.externalId === null;
  const changed = await ofProducts(api, path, { method: "PATCH", json }, isNew ? 404 : undefined);
  if (!isNew || changed.status !== 404) return;
  const made = { id, owningCatalogId: await catalogOf(api), ...json };
  await ofProducts(api, path, { method: "PUT", json: made });
}

async function pushProduct(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, sku, externalId } = item;
  const id = externalId ?? sku;
  const isShaped = isVaried(item) || Object.keys(item.parts.variants).length > 0;
  const there = externalId !== null && isShaped ? await masterOf(api, externalId) : undefined;
  const error = there === undefined ? undefined : shapeProblem(item, isMaster(there));
  if (error !== undefined) return { productId, error };
  // A master has no EAN of its own.
  await store(api, isVaried(item) ? { ...item, ean: null } : item, id);
  if (!isVaried(item)) return { productId, externalId: id, parts: NO_PARTS };
  const { ids, remarks } = await sendVariants(api, { ...item, externalId: id }, there, (variant) =>
    fieldsOf({ ...item, ean: variant.ean }),
  );
  return {
    ...{ productId, externalId: id, parts: { variants: ids, images: {} } },
    ...(remarks.length > 0 && { remarks, lacks: "variants" }),
  };
}

/** The stock of a product, or of each of its variants. */
async function pushStocks(api: Api, item: PushItem): Promise<PushOutcome> {
  if (!isVaried(item)) return pushStock(api, item);
  const remarks: string[] = [];
  for (const { externalId, sku, stock } of movedVariants(item)) {
    const outcome = await pushStock(api, { ...item, externalId, stock });
    if ("error" in outcome) remarks.push(variantRemark({ sku }, outcome.error));
  }
  return remarks.length > 0 ? { productId: item.productId, error: remarks.join("; ") } : sentAs(item);
}

async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, externalId, stock } = item;
  if (externalId === null) return sentAs(item);
  const id = encodeURIComponent(externalId);
  const { body } = await ofProducts(api, `products/${id}?${siteOf(api)}&expand=availability`);
  const list = textOf(member(body, "inventory", "id"));
  if (list === undefined) return { productId, error: "The product is in no inventory list of the site" };
  const path = `inventory-lists/${encodeURIComponent(list)}/product-inventory-records/${id}`;
  const json = { allocation: { amount: stock } };
  // A record that is there keeps its other fields.
  const changed = await call(api, "inventory/inventory-lists", path, { method: "PATCH", json }, 404);
  if (changed.status === 404) await call(api, "inventory/inventory-lists", path, { method: "PUT", json });
  return sentAs(item);
}

const textIn = (value: unknown) => textOf(member(value, "default")) ?? textOf(value);

/** One that stands for its variants has neither stock nor price of its own. */
const pulledOf = (product: unknown): PulledProduct => ({
  externalId: String(member(product, "id")),
  sku: textOf(member(product, "id")) ?? null,
  ean: eanAmong(member(product, "ean"), member(product, "upc")),
  ...present({
    title: textIn(member(product, "name")),
    description: textIn(member(product, "longDescription", "default", "source")),
    brand: textOf(member(product, "brand")),
    priceCents: isMaster(product) ? undefined : centsOf(member(product, "price")),
    stock: isMaster(product) ? undefined : numberOf(member(product, "inventory", "stockLevel")),
  }),
});

/** Products whose id is one of these. */
const withIds = (ids: readonly string[]) => ({ termQuery: { fields: ["id"], operator: "one_of", values: ids } });

const UNFIT = "it stands for several products there and for one here, or the other way round";

export const salesforceCommerce: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  show: (api, items, isShown) =>
    pushEach(items, async (item) => {
      const json = { onlineFlag: { default: isShown } };
      await ofProducts(api, `products/${encodeURIComponent(item.externalId ?? "")}`, {
        method: "PATCH",
        json,
      });
      return sentAs(item);
    }),
  test: async (api) => {
    await call(api, "product/catalogs", "catalogs?limit=1");
    return { choices: {}, warnings: await orderWarnings(api) };
  },
  orders,
  push: async (api, kind, items) => {
    if (kind === "products") return pushEach(items, (item) => pushProduct(api, item));
    if (kind === "stock") return pushEach(items, (item) => pushStocks(api, item));
    const error = "B2C Commerce's API only reads prices: import them as a price book";
    return items.map(({ productId }) => ({ productId, error }));
  },
  find: async (api, items) => {
    const { body } = await ofProducts(api, `product-search?${siteOf(api)}`, {
      method: "POST",
      json: { limit: items.length, query: withIds(items.map(({ sku }) => sku)) },
    });
    const varied = new Set(items.filter(isVaried).map(({ sku }) => sku.toLowerCase()));
    const there = listOf(member(body, "hits")).map((each) => {
      const id = String(member(each, "id"));
      const isSeveral = ["variationGroup", "set", "bundle"].some((kind) => member(each, "type", kind) === true);
      const isFit = !isSeveral && isMaster(each) === varied.has(id.toLowerCase());
      return { externalId: id, sku: id, ...(!isFit && { unfit: UNFIT }) };
    });
    return matched(items, there);
  },
  read: async (api, ids) => {
    const json = { limit: ids.length, query: withIds(ids), expand: ["availability", "prices"] };
    const { body } = await ofProducts(api, `product-search?${siteOf(api)}`, { method: "POST", json });
    return listOf(member(body, "hits")).map(pulledOf);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const offset = Number(cursor ?? 0);
    const all = { matchAllQuery: {} };
    const from = sinceMs === null ? null : new Date(sinceMs).toISOString();
    const filter = { rangeFilter: { field: "lastModified", from } };
    const query = from === null ? all : { filteredQuery: { filter, query: all } };
    const sorts = [{ field: "id", sortOrder: "asc" }];
    const json = { limit: PAGE, offset, query, sorts, expand: ["availability", "prices"] };
    const { body } = await ofProducts(api, `product-search?${siteOf(api)}`, { method: "POST", json });
    return {
      products: listOf(member(body, "hits")).map(pulledOf),
      next: offset + PAGE < (numberOf(member(body, "total")) ?? 0) ? String(offset + PAGE) : null,
    };
  },
};

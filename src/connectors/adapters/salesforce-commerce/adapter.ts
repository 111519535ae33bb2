import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api, ApiRequest, FetchedToken } from "../../engine/requests/platform-api.ts";
import { matched, pushEach, sentAs } from "../each.ts";
import { requestWithToken } from "../oauth.ts";
import { dry } from "./salesforce-dry.ts";
import { mayReadOrders, NO_ORDERS, orders } from "./salesforce-orders.ts";
import { tokenFor } from "./salesforce-token.ts";

// Source: https://developer.salesforce.com/docs/commerce/commerce-api/guide/authorization-for-admin-apis.html and the
// references /docs/commerce/commerce-api/references/ products, catalogs and inventory-lists (all v1)
const SCOPES = ["sfcc.products.rw", "sfcc.catalogs", "sfcc.inventory-lists.rw"];
const PAGE = 100;

const tokenOf = (api: Api): Promise<FetchedToken> => tokenFor(api, SCOPES);

async function call(api: Api, family: string, path: string, request: Partial<ApiRequest> = {}, accepts?: number) {
  const { instance_url: instance, organization_id: organization = "" } = api.credentials;
  const url = `${baseOf(instance)}/${family}/v1/organizations/${encodeURIComponent(organization)}/${path}`;
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  const isRead = (status: number) => status < 400 || status === accepts;
  const answer = await requestWithToken(api, () => tokenOf(api), send, isRead);
  const body: unknown = answer.text.trim() === "" ? {} : answer.json();
  return { status: answer.status, body };
}

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

const fieldsOf = ({ title, description, shortDescription, seoTitle, seoDescription, ean, brand }: PushItem) => ({
  name: { default: title },
  longDescription: { default: { markup: description, source: description } },
  onlineFlag: { default: true },
  ...(shortDescription !== "" && { shortDescription: said(shortDescription) }),
  ...(seoTitle !== "" && { pageTitle: { default: seoTitle } }),
  ...(seoDescription !== "" && { pageDescription: { default: seoDescription } }),
  ...(ean !== null && { ean }),
  ...(brand !== null && { brand }),
});

/** What is there is changed; only what is not there is made, as making it again would empty it. */
async function pushProduct(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, sku } = item;
  const id = item.externalId ?? sku;
  const path = `products/${encodeURIComponent(id)}`;
  const json = fieldsOf(item);
  const isNew = item.externalId === null;
  const changed = await call(api, "product/products", path, { method: "PATCH", json }, isNew ? 404 : undefined);
  if (isNew && changed.status === 404) {
    const made = { id, owningCatalogId: await catalogOf(api), ...json };
    await call(api, "product/products", path, { method: "PUT", json: made });
  }
  return { productId, externalId: id };
}

async function pushStock(api: Api, item: PushItem): Promise<PushOutcome> {
  const { productId, externalId, stock } = item;
  if (externalId === null) return sentAs(item);
  const id = encodeURIComponent(externalId);
  const { body } = await call(api, "product/products", `products/${id}?${siteOf(api)}&expand=availability`);
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

const pulledOf = (product: unknown): PulledProduct => ({
  externalId: String(member(product, "id")),
  sku: textOf(member(product, "id")) ?? null,
  ean: eanAmong(member(product, "ean"), member(product, "upc")),
  ...present({
    title: textIn(member(product, "name")),
    description: textIn(member(product, "longDescription", "default", "source")),
    brand: textOf(member(product, "brand")),
    priceCents: centsOf(member(product, "price")),
    stock: numberOf(member(product, "inventory", "stockLevel")),
  }),
});

/** Products whose id is one of these. */
const withIds = (ids: readonly string[]) => ({ termQuery: { fields: ["id"], operator: "one_of", values: ids } });

export const salesforceCommerce: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  show: (api, items, isShown) =>
    pushEach(items, async (item) => {
      const json = { onlineFlag: { default: isShown } };
      await call(api, "product/products", `products/${encodeURIComponent(item.externalId ?? "")}`, {
        method: "PATCH",
        json,
      });
      return sentAs(item);
    }),
  test: async (api) => {
    await call(api, "product/catalogs", "catalogs?limit=1");
    return { choices: {}, warnings: (await mayReadOrders(api)) ? [] : [NO_ORDERS] };
  },
  orders,
  push: async (api, kind, items) => {
    if (kind === "products") return pushEach(items, (item) => pushProduct(api, item));
    if (kind === "stock") return pushEach(items, (item) => pushStock(api, item));
    const error = "B2C Commerce's API only reads prices: import them as a price book";
    return items.map(({ productId }) => ({ productId, error }));
  },
  find: async (api, items) => {
    const { body } = await call(api, "product/products", `product-search?${siteOf(api)}`, {
      method: "POST",
      json: { limit: items.length, query: withIds(items.map(({ sku }) => sku)) },
    });
    const there = listOf(member(body, "hits")).map((each) => {
      const hasVariants = ["master", "variationGroup", "set", "bundle"].some(
        (kind) => member(each, "type", kind) === true,
      );
      const id = String(member(each, "id"));
      return { externalId: id, sku: id, ...(hasVariants && { unfit: "it stands for several products" }) };
    });
    return matched(items, there);
  },
  read: async (api, ids) => {
    const json = { limit: ids.length, query: withIds(ids), expand: ["availability", "prices"] };
    const { body } = await call(api, "product/products", `product-search?${siteOf(api)}`, { method: "POST", json });
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
    const { body } = await call(api, "product/products", `product-search?${siteOf(api)}`, { method: "POST", json });
    return {
      products: listOf(member(body, "hits")).map(pulledOf),
      next: offset + PAGE < (numberOf(member(body, "total")) ?? 0) ? String(offset + PAGE) : null,
    };
  },
};

import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { NO_PARTS, type PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import { answerWith, IS_READ } from "../../engine/requests/dry-api.ts";
import type { Api, ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";
import { matched, pushEach, sentAs } from "../each.ts";
import { choicesOf } from "../shop-choices.ts";
import { call, ofProducts, siteOf, withIds } from "./salesforce-call.ts";
import {
  type Assigned,
  assignedOf,
  catalogOf,
  categories,
  categoryWarnings,
  placeIn,
} from "./salesforce-categories.ts";
import { fieldsOf, ONLINE } from "./salesforce-fields.ts";
import { orders, orderWarnings } from "./salesforce-orders.ts";
import { levels, NO_LIST, pushStock } from "./salesforce-stock.ts";
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
    GET: ({ product }) => (made.has(product) ? {} : undefined),
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

/** Changes what is there; only what is not there is made, as making it again would empty it. */
async function store(api: Api, item: PushItem, id: string): Promise<void> {
  const path = `products/${encodeURIComponent(id)}`;
  const json = fieldsOf(item);
  const isNew = item.externalId === null;
  const changed = await ofProducts(api, path, { method: "PATCH", json }, isNew ? 404 : undefined);
  if (!isNew || changed.status !== 404) return;
  const { taxClass } = item;
  const made = {
    id,
    owningCatalogId: await catalogOf(api),
    ...(taxClass && { taxClassId: taxClass }),
    ...ONLINE,
    ...json,
  };
  await ofProducts(api, path, { method: "PUT", json: made });
}

async function pushProduct(api: Api, item: PushItem, assigned: Assigned): Promise<PushOutcome> {
  const { productId, sku, externalId } = item;
  const id = externalId ?? sku;
  const isShaped = isVaried(item) || Object.keys(item.parts.variants).length > 0;
  const there = externalId !== null && isShaped ? await masterOf(api, externalId) : undefined;
  const error = there === undefined ? undefined : shapeProblem(item, isMaster(there));
  if (error !== undefined) return { productId, error };
  // A master has no EAN of its own.
  await store(api, isVaried(item) ? { ...item, ean: null } : item, id);
  const placing = await placeIn(api, item, id, assigned);
  const said = placing.length > 0 && { remarks: placing };
  if (!isVaried(item)) return { productId, externalId: id, parts: NO_PARTS, ...said };
  const { ids, remarks } = await sendVariants(api, { ...item, externalId: id }, there, (variant) =>
    fieldsOf({ ...item, ean: variant.ean }),
  );
  return {
    ...{ productId, externalId: id, parts: { variants: ids, images: {} } },
    ...said,
    ...(remarks.length > 0 && { remarks: [...placing, ...remarks], lacks: "variants" }),
  };
}

const textIn = (value: unknown) => textOf(member(value, "default")) ?? textOf(value);

/** Whether its price is in the currency that the catalog is in. */
const isOurs = (product: unknown) => (textOf(member(product, "priceCurrency")) ?? BASE_CURRENCY) === BASE_CURRENCY;

/** One that stands for its variants has neither stock nor price of its own. */
const pulledOf = (product: unknown): PulledProduct => ({
  externalId: String(member(product, "id")),
  sku: textOf(member(product, "id")) ?? null,
  ean: eanAmong(member(product, "ean"), member(product, "upc")),
  ...present({
    title: textIn(member(product, "name")),
    description: textIn(member(product, "longDescription", "default", "source")),
    brand: textOf(member(product, "brand")),
    priceCents: isMaster(product) || !isOurs(product) ? undefined : centsOf(member(product, "price")),
    stock: isMaster(product) ? undefined : numberOf(member(product, "ats")),
  }),
});

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
    const list = await choicesOf(() => categories.list(api), { id: "id", name: "name" });
    const lacksList = (api.credentials["inventory_list_id"] ?? "") === "";
    const warnings = [...(lacksList ? [NO_LIST] : []), ...(await categoryWarnings(api)), ...(await orderWarnings(api))];
    return { choices: { categories: list }, warnings };
  },
  orders,
  categories,
  levels,
  push: async (api, kind, items) => {
    if (kind === "stock") return pushEach(items, (item) => pushStock(api, item));
    if (kind === "products") {
      const assigned = await assignedOf(api, items);
      return pushEach(items, (item) => pushProduct(api, item, assigned));
    }
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

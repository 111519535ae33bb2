import { createHash } from "node:crypto";
import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import {
  amountOf,
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  textOf,
} from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { levelsBy, matched, pushTogether, sendTogether, sentAs } from "../each.ts";
import { call, fieldOf } from "./shopware-call.ts";
import { categories, contentOf, makersOf, visibilitiesOf } from "./shopware-content.ts";
import { dry } from "./shopware-dry.ts";
import { factsOf } from "./shopware-facts.ts";
import { orders, readOrders } from "./shopware-orders.ts";
import { webhooks } from "./shopware-webhooks.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : the sync API, search
const PAGE = 100;

/** What the shop calls a currency. Throws `PlatformError` when it has none of that name. */
const currencyOf = (api: Api, currency: string) =>
  api.once(`currency ${currency}`, async () => {
    const filter = [{ type: "equals", field: "isoCode", value: currency }];
    const found = await call(api, "search/currency", { method: "POST", json: { limit: 1, filter } });
    const id = textOf(member(found, "data", 0, "id"));
    if (id === undefined) throw new PlatformError("refused", `The shop has no currency ${currency}`);
    return id;
  });

/** The tax of a new product: the one that the connector names, else the shop's of that rate. `undefined`: there is none. */
const taxIdOf = async (api: Api, { taxClass, taxRate }: PushItem): Promise<string | undefined> => {
  if (taxClass) return taxClass;
  if (taxRate === null || taxRate === undefined) return undefined;
  return api.once(`tax ${taxRate}`, async () => {
    const filter = [{ type: "equals", field: "taxRate", value: taxRate }];
    return textOf(
      member(await call(api, "search/tax", { method: "POST", json: { limit: 1, filter } }), "data", 0, "id"),
    );
  });
};

/** Shopware takes ids that the caller makes: the same product always gets the same one. */
const idOf = ({ externalId, productId }: PushItem) => externalId ?? createHash("md5").update(productId).digest("hex");

/** A price with and without tax; the one that it is reduced from, too. */
async function priceOf(api: Api, { priceCents, compareAtPriceCents, taxRate, currency }: PushItem) {
  if (priceCents === null) return {};
  const currencyId = await currencyOf(api, currency);
  const both = (cents: number) => ({
    gross: amountOf(cents),
    net: amountOf(cents / (1 + (taxRate ?? 0) / 100)),
    linked: true,
  });
  // The whole price takes the place of the one before: without a list price it has none.
  const reduced = compareAtPriceCents !== null && { listPrice: { currencyId, ...both(compareAtPriceCents) } };
  return { price: [{ currencyId, ...both(priceCents), ...reduced }] };
}

/** One request makes or changes all of them. */
async function upsert(
  api: Api,
  items: readonly PushItem[],
  payload: Record<string, unknown>[],
): Promise<PushOutcome[]> {
  const json = [{ entity: "product", action: "upsert", payload }];
  await call(api, "_action/sync", { method: "POST", json });
  return items.map((item) => ({ productId: item.productId, externalId: idOf(item) }));
}

/** Which of these ids Shopware has. */
async function idsThere(api: Api, items: readonly PushItem[]): Promise<Set<string>> {
  const ids = items.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return new Set();
  const json = { limit: ids.length, ids, includes: { product: ["id"] } };
  const found = listOf(member(await call(api, "search/product", { method: "POST", json }), "data"));
  return new Set(found.flatMap((each) => textOf(member(each, "id")) ?? []));
}

/** A product that is there keeps its tax. */
async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const there = await idsThere(api, items);
  const isNew = (item: PushItem) => !there.has(idOf(item));
  const taxes = new Map<PushItem, string | undefined>();
  for (const item of items) if (isNew(item)) taxes.set(item, await taxIdOf(api, item));
  const lacks = (item: PushItem) => isNew(item) && (item.priceCents === null || taxes.get(item) === undefined);
  const refused = items.filter(lacks).map(({ productId }) => ({ productId, error: LACKING }));
  const sent = items.filter((item) => !lacks(item));
  if (sent.length === 0) return refused;
  const makers = await makersOf(api, sent);
  const visibilities = sent.some(isNew) ? await visibilitiesOf(api) : () => [];
  const payload = sent.map(async (item) => ({
    id: idOf(item),
    ...(isNew(item) && { taxId: taxes.get(item) }),
    ...(isNew(item) && { visibilities: visibilities(idOf(item)) }),
    ...contentOf(item, makers),
    // Of a new one Shopware wants a number.
    ...(isNew(item) && { stock: item.isStockOfShop ? 0 : item.stock }),
    ...(await priceOf(api, item)),
  }));
  return [...refused, ...(await upsert(api, sent, await Promise.all(payload)))];
}

const LACKING =
  "Shopware makes no product without a price and a tax: set its price and tax_rate, or sync_options.default_tax_rate; a rate that the shop has no tax of needs sync_options.tax_classes";

const pulledOf = (product: unknown): PulledProduct => ({
  externalId: String(member(product, "id")),
  sku: textOf(fieldOf(product, "productNumber")) ?? null,
  ean: eanAmong(fieldOf(product, "ean")),
  ...present({
    title: textOf(fieldOf(product, "name")),
    description: textOf(fieldOf(product, "description")),
    priceCents: centsOf(member(fieldOf(product, "price"), 0, "gross")),
    stock: numberOf(fieldOf(product, "stock")),
  }),
});

export const shopware: Adapter = {
  dry,
  sameSku: "refused",
  categories,
  webhooks,
  orders,
  readOrders,
  show: (api, items, isShown) =>
    pushTogether(items, PAGE, async (some) => {
      await upsert(
        api,
        some,
        some.map((item) => ({ id: idOf(item), active: isShown })),
      );
      return some.map(sentAs);
    }),
  test: async (api) => {
    await call(api, "_info/version");
    return factsOf((path, json) => call(api, path, { method: "POST", json }));
  },
  push: (api, kind, items) => {
    if (kind === "products") return sendTogether(items, (some) => pushProducts(api, some));
    return pushTogether(items, PAGE, async (some) => {
      const payload = some.map(async (item) =>
        kind === "stock" ? { id: idOf(item), stock: item.stock } : { id: idOf(item), ...(await priceOf(api, item)) },
      );
      await upsert(api, some, await Promise.all(payload));
      return some.map(sentAs);
    });
  },
  find: async (api, items) => {
    const eans = items.flatMap(({ ean }) => ean ?? []);
    const among = (field: string, value: readonly string[]) => ({ type: "equalsAny", field, value });
    const queries = [
      among(
        "productNumber",
        items.map(({ sku }) => sku),
      ),
      ...(eans.length > 0 ? [among("ean", eans)] : []),
    ];
    const json = {
      limit: 2 * PAGE,
      filter: [{ type: "multi", operator: "or", queries }],
      includes: { product: ["id", "productNumber", "ean", "childCount", "parentId"] },
    };
    const found = listOf(member(await call(api, "search/product", { method: "POST", json }), "data"));
    const there = found.map((each) => {
      const isParent = (numberOf(fieldOf(each, "childCount")) ?? 0) > 0;
      const isChild = textOf(fieldOf(each, "parentId")) !== undefined;
      return {
        externalId: String(member(each, "id")),
        sku: textOf(fieldOf(each, "productNumber")),
        ean: textOf(fieldOf(each, "ean")),
        ...((isParent || isChild) && { unfit: isChild ? "it is a variant" : "it has variants" }),
      };
    });
    return matched(items, there);
  },
  levels: async (api, items) => {
    const ids = items.flatMap(({ externalId }) => externalId ?? []);
    const json = { limit: ids.length, ids, includes: { product: ["id", "stock"] } };
    const found = listOf(member(await call(api, "search/product", { method: "POST", json }), "data"));
    return levelsBy(items, found, (each) => ({
      externalId: String(member(each, "id")),
      level: numberOf(fieldOf(each, "stock")),
    }));
  },
  unread: ["brand"],
  read: async (api, ids) => {
    const found = await call(api, "search/product", { method: "POST", json: { limit: ids.length, ids } });
    return listOf(member(found, "data")).map(pulledOf);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const page = Number(cursor ?? 1);
    const filter =
      sinceMs === null
        ? []
        : [{ type: "range", field: "updatedAt", parameters: { gte: new Date(sinceMs).toISOString() } }];
    const json = { page, limit: PAGE, "total-count-mode": "exact", sort: [{ field: "id", order: "ASC" }], filter };
    const found = await call(api, "search/product", { method: "POST", json });
    const products = listOf(member(found, "data"));
    const total = numberOf(member(found, "total")) ?? 0;
    return {
      products: products.map(pulledOf),
      next: page * PAGE < total ? String(page + 1) : null,
    };
  },
};

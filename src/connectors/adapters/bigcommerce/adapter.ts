import type { Adapter } from "../../engine/adapter.ts";
import {
  amountOf,
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  textOf,
  timeOf,
} from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import {
  addressesOf,
  firstStockOf,
  levelsBy,
  matched,
  newImagesOf,
  pushEach,
  pushTogether,
  sendTogether,
  sentAs,
} from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { check } from "./bigcommerce-check.ts";
import { categories, contentOf } from "./bigcommerce-content.ts";
import { dry } from "./bigcommerce-dry.ts";
import { orders, readOrders } from "./bigcommerce-orders.ts";
import { webhooks } from "./bigcommerce-webhooks.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products ; a batch has ten products at most
const PAGE = 100;
const BATCH = 10;

/** `price` is what it costs without the sale. */
const pricesOf = ({ priceCents, compareAtPriceCents, wasReduced }: PushItem) =>
  priceCents === null
    ? {}
    : {
        price: amountOf(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: amountOf(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: 0 }),
      };

function fieldsOf(item: PushItem) {
  const { weight } = item;
  const stock = firstStockOf(item);
  const images = addressesOf(newImagesOf(item));
  return {
    ...contentOf(item),
    type: "physical",
    ...pricesOf(item),
    ...(weight !== null && { weight }),
    ...(stock !== null && { inventory_level: stock }),
    ...(images.length > 0 && {
      images: images.map((image_url, index) => ({ image_url, is_thumbnail: index === 0, sort_order: index })),
    }),
  };
}

const outcomeOf = ({ productId }: PushItem, product: unknown): PushOutcome => {
  const id = textOf(member(product, "id"));
  return id === undefined ? { productId, error: "BigCommerce gave no id" } : { productId, externalId: id };
};

async function make(api: Api, item: PushItem): Promise<PushOutcome> {
  const answer = await call(api, "catalog/products", {
    method: "POST",
    // It makes none without a weight.
    json: { inventory_tracking: "product", weight: 0, ...fieldsOf(item) },
  });
  return outcomeOf(item, member(answer, "data"));
}

/** Changes products in batches. */
const change = (api: Api, items: readonly PushItem[], fields: (item: PushItem) => Record<string, unknown>) =>
  pushTogether(items, BATCH, async (some) => {
    const json = some.map((item) => ({ id: Number(item.externalId), ...fields(item) }));
    await call(api, "catalog/products", { method: "PUT", json });
    return some.map(sentAs);
  });

/** Changes products wholly, ten a request; those of a refused one each alone, and those that get pictures. */
async function changeWhole(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const known = items.filter(({ externalId }) => externalId !== null);
  const alone = (some: readonly PushItem[]) =>
    pushEach(some, async (item) => {
      await call(api, `catalog/products/${item.externalId}`, { method: "PUT", json: fieldsOf(item) });
      return sentAs(item);
    });
  const pictured = known.filter((item) => addressesOf(newImagesOf(item)).length > 0);
  const plain = known.filter((item) => !pictured.includes(item));
  const outcomes = await alone(pictured);
  for (let from = 0; from < plain.length; from += BATCH) {
    const some = plain.slice(from, from + BATCH);
    outcomes.push(
      ...(some.length === 1
        ? await alone(some)
        : await sendTogether(
            some,
            async (batch) => {
              const json = batch.map((item) => ({ id: Number(item.externalId), ...fieldsOf(item) }));
              await call(api, "catalog/products", { method: "PUT", json });
              return batch.map(sentAs);
            },
            alone,
          )),
    );
  }
  return outcomes;
}

const pulledOf = (product: unknown): PulledProduct => ({
  externalId: String(member(product, "id")),
  sku: textOf(member(product, "sku")) ?? null,
  ean: eanAmong(member(product, "gtin"), member(product, "upc")),
  changedAtMs: timeOf(member(product, "date_modified")),
  ...present({
    title: textOf(member(product, "name")),
    description: textOf(member(product, "description")),
    priceCents: centsOf(member(product, "price")),
    stock: numberOf(member(product, "inventory_level")),
  }),
});

export const bigcommerce: Adapter = {
  dry,
  sameSku: "refused",
  categories,
  show: (api, items, isShown) => change(api, items, () => ({ is_visible: isShown })),
  test: check,
  webhooks,
  orders,
  readOrders,
  push: async (api, kind, items) => {
    if (kind === "stock") return change(api, items, ({ stock }) => ({ inventory_level: stock }));
    if (kind === "prices") return change(api, items, pricesOf);
    const made = await pushEach(
      items.filter(({ externalId }) => externalId === null),
      (item) => make(api, item),
    );
    return [...made, ...(await changeWhole(api, items))];
  },
  find: async (api, items) => {
    const skus = items.map(({ sku }) => sku).join(",");
    const found = await call(
      api,
      `catalog/products?sku:in=${encodeURIComponent(skus)}&limit=${PAGE}&include_fields=id,sku,type`,
    );
    const there = listOf(member(found, "data")).map((each) => ({
      externalId: String(member(each, "id")),
      sku: textOf(member(each, "sku")),
      ...(member(each, "type") === "digital" && { unfit: "it is digital" }),
    }));
    return matched(items, there);
  },
  levels: async (api, items) => {
    const ids = items.flatMap(({ externalId }) => externalId ?? []).join(",");
    const found = await call(api, `catalog/products?id:in=${ids}&limit=${PAGE}&include_fields=id,inventory_level`);
    return levelsBy(items, listOf(member(found, "data")), (each) => ({
      externalId: String(member(each, "id")),
      level: numberOf(member(each, "inventory_level")),
    }));
  },
  read: async (api, ids) => {
    const found = await call(api, `catalog/products?id:in=${ids.join(",")}&limit=${PAGE}`);
    return listOf(member(found, "data")).map(pulledOf);
  },
  pull: async (api, { sinceMs, cursor }) => {
    const page = Number(cursor ?? 1);
    const since = sinceMs === null ? "" : `&date_modified:min=${encodeURIComponent(new Date(sinceMs).toISOString())}`;
    const found = await call(api, `catalog/products?limit=${PAGE}&page=${page}&sort=id${since}`);
    const products = listOf(member(found, "data"));
    const pages = numberOf(member(found, "meta", "pagination", "total_pages")) ?? page;
    return {
      products: products.map(pulledOf),
      next: page < pages ? String(page + 1) : null,
    };
  },
};

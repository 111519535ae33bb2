import { member, priceText } from "../../engine/platform-values.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { firstStockOf } from "../each.ts";
import { call, type Errors, errorsOf, imported } from "./mirakl-imports.ts";
import { ruledColumns } from "./mirakl-sheets.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : OF01 to OF03 make offers, STO01 to STO03 set their
// stock, PRI01 to PRI03 their price
/** The state that operators give new goods. */
const NEW = "11";

/** What offers cost; where one of them is reduced, all rows have the column of reduced prices. */
function pricesOf(items: readonly PushItem[]): (item: PushItem) => Record<string, string> {
  const hasReduced = items.some(({ compareAtPriceCents }) => compareAtPriceCents !== null);
  return ({ priceCents, compareAtPriceCents, currency }) => {
    const price = priceText(priceCents ?? 0, currency);
    if (compareAtPriceCents === null) return { price, ...(hasReduced && { "discount-price": "" }) };
    return { price: priceText(compareAtPriceCents, currency), "discount-price": price };
  };
}

/** What an import reports of the SKUs in a column. */
const reported = async (api: Api, path: string, state: unknown, column: string): Promise<Errors> =>
  member(state, "has_error_report") === true
    ? errorsOf((await call(api, `${path}/error_report`)).text, column)
    : new Map();

/** By what an operator knows the product of an offer: its EAN, else the seller's own sheet. */
const productOf = (item: PushItem) =>
  item.ean === null
    ? { "product-id": skuOf(item), "product-id-type": "SHOP_SKU" }
    : { "product-id": item.ean, "product-id-type": "EAN" };

/** Offers that are new. What is not said of an offer that is there would be reset: those get their stock and price alone. */
export const makeOffers = (api: Api, items: readonly PushItem[]): Promise<Errors> => {
  const pricesIn = pricesOf(items);
  const ruled = ruledColumns(items, "offers");
  return imported(api, {
    path: "offers/imports",
    rows: items.map((item) => ({
      ...{ sku: skuOf(item), ...productOf(item), ...pricesIn(item) },
      ...{ quantity: firstStockOf(item) ?? 0, state: NEW, "update-delete": "update" },
      ...ruled(item),
    })),
    fields: { import_mode: "NORMAL" },
    stateName: "status",
    errors: (path, state) => reported(api, path, state, "sku"),
  });
};

interface Change {
  path: string;
  rows: (items: readonly PushItem[]) => Record<string, string | number>[];
  state: (api: Api, id: string) => Promise<unknown>;
}

const CHANGES: Record<"stock" | "prices", Change> = {
  stock: {
    path: "offers/stock/imports",
    rows: (items) => items.map((item) => ({ "offer-sku": skuOf(item), quantity: item.stock })),
    state: async (api, id) => (await call(api, `offers/stock/imports/${id}/status`)).json(),
  },
  prices: {
    path: "offers/pricing/imports",
    rows: (items) => {
      const pricesIn = pricesOf(items);
      return items.map((item) => ({ "offer-sku": skuOf(item), ...pricesIn(item) }));
    },
    state: async (api, id) => member((await call(api, `offers/pricing/imports?import_id=${id}`)).json(), "data", 0),
  },
};

/** The stock or the price of offers that are there. */
export function changeOffers(api: Api, kind: "stock" | "prices", items: readonly PushItem[]): Promise<Errors> {
  const { path, rows, state: stateOf } = CHANGES[kind];
  return imported(api, {
    ...{ path, rows: rows(items), fields: {}, stateName: "status" },
    state: (id) => stateOf(api, id),
    errors: (at, state) => reported(api, at, state, "offer-sku"),
  });
}

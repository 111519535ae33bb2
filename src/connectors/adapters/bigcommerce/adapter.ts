import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { matched } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { check, priceTaxOf } from "./bigcommerce-check.ts";
import { categories } from "./bigcommerce-content.ts";
import { dry } from "./bigcommerce-dry.ts";
import { levels } from "./bigcommerce-levels.ts";
import { orders, readOrders } from "./bigcommerce-orders.ts";
import { pull, read } from "./bigcommerce-pull.ts";
import { pushProducts } from "./bigcommerce-push.ts";
import { change, pushOffers } from "./bigcommerce-push-offers.ts";
import { webhooks } from "./bigcommerce-webhooks.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products
const PAGE = 100;

/** One without options has a base variant. One with variants is linked only to one with variants, and one without to one without. */
const find: NonNullable<Adapter["find"]> = async (api, items) => {
  const skus = encodeURIComponent(items.map(({ sku }) => sku).join(","));
  const fields = "include_fields=id,sku,type,base_variant_id";
  const found = listOf(member(await call(api, `catalog/products?sku:in=${skus}&limit=${PAGE}&${fields}`), "data"));
  const varied = new Set(
    found.filter((each) => member(each, "base_variant_id") === null).map((each) => String(member(each, "id"))),
  );
  const there = found.map((each) => ({
    externalId: String(member(each, "id")),
    sku: textOf(member(each, "sku")),
    ...(member(each, "type") === "digital" && { unfit: "it is digital" }),
  }));
  const wanted = new Map(items.map((item) => [item.productId, isVaried(item)]));
  return matched(items, there).map((each) => {
    const isVariedThere = varied.has(each.externalId);
    if (each.unfit !== undefined || wanted.get(each.productId) === isVariedThere) return each;
    return { ...each, unfit: isVariedThere ? "it has variants" : "it has no variants" };
  });
};

export const bigcommerce: Adapter = {
  dry,
  sameSku: "refused",
  categories,
  show: (api, items, isShown) => change(api, items, () => ({ is_visible: isShown })),
  test: check,
  priceTax: priceTaxOf,
  webhooks,
  orders,
  readOrders,
  push: (api, kind, items) => (kind === "products" ? pushProducts(api, items) : pushOffers(api, kind, items)),
  find,
  levels,
  read,
  pull,
};

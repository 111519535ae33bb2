import type { Adapter } from "../../engine/adapter.ts";
import { member, numberOf, textOf } from "../../engine/platform-values.ts";
import { idThere } from "../../engine/push/stocked.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { levelsBy, matched, pushTogether, sentAs } from "../each.ts";
import { call, fieldOf, search, sync } from "./shopware-call.ts";
import { categories } from "./shopware-content.ts";
import { dry } from "./shopware-dry.ts";
import { factsOf, versionWarnings } from "./shopware-facts.ts";
import { languagesOf } from "./shopware-languages.ts";
import { orders, readOrders } from "./shopware-orders.ts";
import { pull, read } from "./shopware-pull.ts";
import { idOf, pushOffers, pushProducts } from "./shopware-push.ts";
import { provesWriting } from "./shopware-right.ts";
import { webhooks } from "./shopware-webhooks.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : the sync API, search
const PAGE = 100;

/** Products with these codes. One with variants is linked only to one with variants, and one without to one without. */
const find: NonNullable<Adapter["find"]> = async (api, items) => {
  const eans = items.flatMap(({ ean }) => ean ?? []);
  const among = (field: string, value: readonly string[]) => ({ type: "equalsAny", field, value });
  const skus = items.map(({ sku }) => sku);
  const queries = [among("productNumber", skus), ...(eans.length > 0 ? [among("ean", eans)] : [])];
  const found = await search(api, "product", {
    limit: 2 * PAGE,
    filter: [{ type: "multi", operator: "or", queries }],
    includes: { product: ["id", "productNumber", "ean", "childCount", "parentId"] },
  });
  const there = found.map((each) => ({
    externalId: String(member(each, "id")),
    sku: textOf(fieldOf(each, "productNumber")),
    ean: textOf(fieldOf(each, "ean")),
  }));
  const shapes = new Map(
    found.map((each) => {
      const isParent = (numberOf(fieldOf(each, "childCount")) ?? 0) > 0;
      const shape = isParent ? "it has variants" : "it has no variants";
      return [String(member(each, "id")), textOf(fieldOf(each, "parentId")) === undefined ? shape : "it is a variant"];
    }),
  );
  const fitting = new Map(
    items.map((item) => [item.productId, isVaried(item) ? "it has variants" : "it has no variants"]),
  );
  return matched(items, there).map((each) => {
    const shape = shapes.get(each.externalId) ?? "";
    return shape === fitting.get(each.productId) ? each : { ...each, unfit: shape };
  });
};

export const shopware: Adapter = {
  dry,
  sameSku: "refused",
  categories,
  languages: async (api) => [...new Set((await languagesOf(api)).map(({ code }) => code))],
  webhooks,
  orders,
  readOrders,
  show: (api, items, isShown) =>
    pushTogether(items, PAGE, async (some) => {
      const payload = some.map((item) => ({ id: idOf(item), active: isShown }));
      await sync(api, [{ entity: "product", action: "upsert", payload }]);
      return some.map(sentAs);
    }),
  test: async (api) => {
    const version = textOf(member(await call(api, "_info/version"), "version")) ?? "";
    await provesWriting(api);
    const facts = await factsOf((path, json) => call(api, path, { method: "POST", json }));
    return { ...facts, warnings: [...(version === "" ? [] : versionWarnings(version)), ...facts.warnings] };
  },
  push: (api, kind, items) => (kind === "products" ? pushProducts(api, items) : pushOffers(api, kind, items)),
  find,
  levels: async (api, stocked) => {
    const ids = stocked.flatMap((each) => idThere(each) ?? []);
    const found = await search(api, "product", { limit: ids.length, ids, includes: { product: ["id", "stock"] } });
    return levelsBy(stocked, found, (each) => ({
      externalId: String(member(each, "id")),
      level: numberOf(fieldOf(each, "stock")),
    }));
  },
  unread: ["brand"],
  read,
  pull,
};

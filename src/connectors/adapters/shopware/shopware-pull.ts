import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { call, fieldOf, search } from "./shopware-call.ts";
import { spokenIn } from "./shopware-languages.ts";
import { currencyIdOf } from "./shopware-prices.ts";

const PAGE = 100;
const OF_VARIANTS = { children: { associations: { options: { associations: { group: {} } } } } };

/** The price of a row in the currency that the catalog is in: it has one for each. */
const priceIn = (row: unknown, currencyId: string | undefined) =>
  listOf(fieldOf(row, "price")).find((each) => member(each, "currencyId") === currencyId);
const grossIn = (row: unknown, currencyId: string | undefined) => centsOf(member(priceIn(row, currencyId), "gross"));
/** What it is reduced from; what it costs, where it is not. */
const wholeIn = (row: unknown, currencyId: string | undefined) =>
  centsOf(member(priceIn(row, currencyId), "listPrice", "gross")) ?? grossIn(row, currencyId);
const codesOf = (row: unknown) => ({
  externalId: String(member(row, "id")),
  sku: textOf(fieldOf(row, "productNumber")) ?? null,
  ean: eanAmong(fieldOf(row, "ean")),
});

/** A variant has the price of its product where it has none of its own. */
function variantOf(child: unknown, currencyId: string | undefined, parentCents: number | undefined): PulledVariant {
  const options = listOf(fieldOf(child, "options")).flatMap((option) => {
    const [name, value] = [textOf(member(option, "group", "name")), textOf(member(option, "name"))];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...codesOf(child),
    options: Object.fromEntries(options),
    ...present({
      priceCents: grossIn(child, currencyId) ?? parentCents,
      compareAtPriceCents: wholeIn(child, currencyId),
      stock: numberOf(fieldOf(child, "stock")),
    }),
  };
}

/** Of a product with variants the stock is theirs, and its price may only be the lowest of theirs. */
function pulledOf(product: unknown, currencyId: string | undefined): PulledProduct {
  const priceCents = grossIn(product, currencyId);
  const children = listOf(fieldOf(product, "children"));
  const isVaried = (numberOf(fieldOf(product, "childCount")) ?? 0) > 0;
  const variants = isVaried ? children.map((child) => variantOf(child, currencyId, priceCents)) : undefined;
  const lowest = Math.min(...(variants ?? []).map((each) => each.priceCents ?? Number.POSITIVE_INFINITY));
  return {
    ...codesOf(product),
    ...(variants && lowest === priceCents && { isLowestPrice: true }),
    ...(variants && { variants }),
    ...present({
      title: textOf(fieldOf(product, "name")),
      description: textOf(fieldOf(product, "description")),
      priceCents,
      compareAtPriceCents: wholeIn(product, currencyId),
      stock: isVaried ? undefined : numberOf(fieldOf(product, "stock")),
    }),
  };
}

const byIds = async (api: Api, ids: readonly string[], language: string) =>
  search(api, "product", { limit: ids.length, ids, associations: OF_VARIANTS }, await spokenIn(api, language));

/** Products by their ids; a variant that is named is read with its product. */
export const read: Adapter["read"] = async (api, ids, language) => {
  const found = await byIds(api, ids, language);
  const parentOf = (row: unknown) => textOf(fieldOf(row, "parentId"));
  const own = found.filter((row) => parentOf(row) === undefined);
  const known = new Set(own.map((row) => String(member(row, "id"))));
  const parents = [...new Set(found.flatMap((row) => parentOf(row) ?? []))].filter((id) => !known.has(id));
  const more = parents.length === 0 ? [] : await byIds(api, parents, language);
  const currencyId = await currencyIdOf(api, BASE_CURRENCY);
  return [...own, ...more].map((row) => pulledOf(row, currencyId));
};

/** A page of the products that have changed, or whose variants have. */
export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor, language }) => {
  const page = Number(cursor ?? 1);
  const parameters = { gte: new Date(sinceMs ?? 0).toISOString() };
  const queries = ["updatedAt", "children.updatedAt"].map((field) => ({ type: "range", field, parameters }));
  const filter = [
    { type: "equals", field: "parentId", value: null },
    ...(sinceMs === null ? [] : [{ type: "multi", operator: "or", queries }]),
  ];
  const sort = [{ field: "id", order: "ASC" }];
  const json = { page, limit: PAGE, "total-count-mode": "exact", sort, filter, associations: OF_VARIANTS };
  const found = await call(api, "search/product", { method: "POST", json, headers: await spokenIn(api, language) });
  const total = numberOf(member(found, "total")) ?? 0;
  const currencyId = await currencyIdOf(api, BASE_CURRENCY);
  const products = listOf(member(found, "data")).map((row) => pulledOf(row, currencyId));
  return { products, next: page * PAGE < total ? String(page + 1) : null };
};

import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { matched } from "../each.ts";
import { call } from "./presta-requests.ts";

/** Products that have one of these codes. */
async function search(api: Api, field: "reference" | "ean13", codes: readonly string[]) {
  const wanted = encodeURIComponent(codes.join("|"));
  const display = "[id,reference,ean13,cache_default_attribute]";
  const found = await call(api, `products?filter[${field}]=[${wanted}]&display=${display}`);
  return listOf(member(found, "products")).map((each) => {
    const hasVariants = (numberOf(member(each, "cache_default_attribute")) ?? 0) > 0;
    return {
      externalId: String(member(each, "id")),
      sku: textOf(member(each, "reference")),
      ean: textOf(member(each, "ean13")),
      hasVariants,
    };
  });
}

export const find: NonNullable<Adapter["find"]> = async (api, items) => {
  const bySku = await search(
    api,
    "reference",
    items.map(({ sku }) => sku),
  );
  const eans = items.flatMap(({ ean }) => ean ?? []);
  const byEan = eans.length === 0 ? [] : await search(api, "ean13", eans);
  const there = [...bySku, ...byEan];
  const varied = new Set(there.filter(({ hasVariants }) => hasVariants).map(({ externalId }) => externalId));
  const byId = new Map(items.map((item) => [item.productId, item]));
  const found = matched(
    items,
    there.map(({ hasVariants: _, ...each }) => each),
  );
  return found.map((each) => {
    const item = byId.get(each.productId);
    if (item && isVaried(item) === varied.has(each.externalId)) return each;
    return { ...each, unfit: varied.has(each.externalId) ? "it has combinations" : "it has no combinations" };
  });
};

/** What products are called that have these references, by the reference in lower case. */
export async function idsByReference(api: Api, references: readonly string[]): Promise<Map<string, string>> {
  const found = await search(api, "reference", references);
  return new Map(found.flatMap(({ externalId, sku }) => (sku === undefined ? [] : [[sku.toLowerCase(), externalId]])));
}

import type { Adapter } from "../../engine/adapter.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Found } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import { matched } from "../each.ts";
import { query } from "./query.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/queries/productVariants
const FOUND = "id sku barcode product { id variantsCount { count } } inventoryItem { id }";
/** A query may cost 1,000: the number of products in a search, of which twice as many variants may be found. */
const SEARCH = 25;
/** Of a product with variants some are looked for: there only they have SKUs. */
const VARIANTS_ASKED = 2;

function termsOf(item: PushItem): string[] {
  const skus = isVaried(item) ? item.variants.slice(0, VARIANTS_ASKED).map(({ sku }) => sku) : [item.sku];
  const ean = isVaried(item) ? null : item.ean;
  return [
    ...skus.map((sku) => `sku:${JSON.stringify(sku)}`),
    ...(ean === null ? [] : [`barcode:${JSON.stringify(ean)}`]),
  ];
}

const variantsIn = (node: unknown) => numberOf(member(node, "product", "variantsCount", "count")) ?? 1;

/** Products without variants here: one that is one of several there is none of them. */
const plainFound = (items: readonly PushItem[], nodes: readonly unknown[]): Found[] =>
  matched(
    items,
    nodes.map((node) => ({
      externalId: String(member(node, "product", "id")),
      externalItemId: `${member(node, "id")} ${member(node, "inventoryItem", "id")}`,
      sku: textOf(member(node, "sku")),
      ean: textOf(member(node, "barcode")),
      ...(variantsIn(node) > 1 && { unfit: `it is one of ${variantsIn(node)} variants` }),
    })),
  );

/** Products with variants go by the SKUs of these. */
function variedFound(items: readonly PushItem[], nodes: readonly unknown[]): Found[] {
  const bySku = new Map(nodes.map((node) => [(textOf(member(node, "sku")) ?? "").toLowerCase(), node]));
  return items.flatMap(({ productId, variants }): Found[] => {
    const node = variants.map(({ sku }) => bySku.get(sku.toLowerCase())).find((each) => each !== undefined);
    if (node === undefined) return [];
    const unfit = variantsIn(node) === 1 && variants.length > 1 ? { unfit: "it has no variants" } : {};
    return [{ productId, externalId: String(member(node, "product", "id")), by: "sku", ...unfit }];
  });
}

/** Some searches in one query. A SKU may be there several times; a search also finds what is only alike. */
export const find: NonNullable<Adapter["find"]> = async (api, items) => {
  const groups = portionsOf(items, SEARCH);
  const calls = groups.map(
    (_, index) => `f${index}: productVariants(first: ${2 * SEARCH}, query: $q${index}) { nodes { ${FOUND} } }`,
  );
  const declared = groups.map((_, index) => `$q${index}: String!`).join(", ");
  const searches = groups.map((group, index) => [`q${index}`, group.flatMap(termsOf).join(" OR ")]);
  const data = await query(api, `query find(${declared}) { ${calls.join("\n")} }`, Object.fromEntries(searches));
  const nodes = groups.flatMap((_, index) => listOf(member(data, `f${index}`, "nodes")));
  const [varied, plain] = [items.filter(isVaried), items.filter((item) => !isVaried(item))];
  return [...plainFound(plain, nodes), ...variedFound(varied, nodes)];
};

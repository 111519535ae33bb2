import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import { query } from "./query.ts";

const PAGE = 100;
const FIELDS = `id title descriptionHtml vendor onlineStoreUrl featuredMedia { preview { image { url } } }
  variants(first: 10) { nodes { id sku barcode price compareAtPrice inventoryQuantity selectedOptions { name value } inventoryItem { id } } }`;

const pulledVariant = (variant: unknown): PulledVariant => ({
  externalId: `${member(variant, "id")} ${member(variant, "inventoryItem", "id")}`,
  sku: textOf(member(variant, "sku")) ?? null,
  ean: eanAmong(member(variant, "barcode")),
  options: Object.fromEntries(
    listOf(member(variant, "selectedOptions")).map((each) => [
      String(member(each, "name")),
      String(member(each, "value")),
    ]),
  ),
  ...present({
    priceCents: centsOf(member(variant, "price")),
    stock: numberOf(member(variant, "inventoryQuantity")),
  }),
});

function productOf(node: unknown): PulledProduct {
  const all = listOf(member(node, "variants", "nodes"));
  const [variant] = all;
  const isSeveral = all.length > 1;
  return {
    // The price of the first of several is none of its own.
    ...(isSeveral && { variants: all.map(pulledVariant), isLowestPrice: true }),
    externalId: String(member(node, "id")),
    externalItemId: `${member(variant, "id")} ${member(variant, "inventoryItem", "id")}`,
    externalUrl: textOf(member(node, "onlineStoreUrl")) ?? null,
    ean: eanAmong(member(variant, "barcode")),
    sku: textOf(member(variant, "sku")) ?? null,
    ...present({
      title: textOf(member(node, "title")),
      description: textOf(member(node, "descriptionHtml")),
      brand: textOf(member(node, "vendor")),
      priceCents: centsOf(member(variant, "price")),
      compareAtPriceCents: centsOf(member(variant, "compareAtPrice") ?? member(variant, "price")),
      stock: isSeveral ? undefined : numberOf(member(variant, "inventoryQuantity")),
      imageUrl: textOf(member(node, "featuredMedia", "preview", "image", "url")),
    }),
  };
}

/** Products by their ids, each with its first variants. */
export const read: NonNullable<Adapter["read"]> = async (api, ids) => {
  const text = `query read($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { ${FIELDS} } } }`;
  const nodes = listOf(member(await query(api, text, { ids }), "nodes"));
  return nodes.filter((node) => textOf(member(node, "id")) !== undefined).map(productOf);
};

/** A page of products, each with its first variants. */
export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const filter = sinceMs === null ? null : `updated_at:>='${new Date(sinceMs).toISOString()}'`;
  const data = await query(
    api,
    `query pull($after: String, $filter: String) {
      products(first: ${PAGE}, after: $after, query: $filter) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`,
    { after: cursor, filter },
  );
  const info = member(data, "products", "pageInfo");
  const products = listOf(member(data, "products", "nodes")).map(productOf);
  return {
    products,
    next: member(info, "hasNextPage") === true ? (textOf(member(info, "endCursor")) ?? null) : null,
  };
};

import type { Adapter } from "../../engine/adapter.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct, PulledVariant } from "../../engine/pull/pulled-product.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { query } from "./query.ts";
import { allVariants, variantsField } from "./shopify-variants.ts";

// A query may cost 1,000: this many products with this many variants each; further variants of one have queries of their own.
const PAGE = 25;
const VARIANTS = 10;
const VARIANT =
  "id sku barcode price compareAtPrice inventoryQuantity selectedOptions { name value } inventoryItem { id }";
const FIELDS = `id title descriptionHtml vendor onlineStoreUrl featuredMedia { preview { image { url } } } ${variantsField(VARIANTS, VARIANT)}`;

const pricesOf = (variant: unknown) => {
  const priceCents = centsOf(member(variant, "price"));
  return { priceCents, compareAtPriceCents: centsOf(member(variant, "compareAtPrice")) ?? priceCents };
};

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
  ...present({ ...pricesOf(variant), stock: numberOf(member(variant, "inventoryQuantity")) }),
});

/** Shopify calls its shop the vendor of a product that has none: that is no brand. */
const brandOf = (node: unknown, shop: unknown): string | undefined => {
  const vendor = textOf(member(node, "vendor"));
  return vendor === textOf(member(shop, "name")) ? undefined : vendor;
};

function productOf(node: unknown, all: readonly unknown[], shop: unknown): PulledProduct {
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
      brand: brandOf(node, shop),
      ...pricesOf(variant),
      stock: isSeveral ? undefined : numberOf(member(variant, "inventoryQuantity")),
      imageUrl: textOf(member(node, "featuredMedia", "preview", "image", "url")),
    }),
  };
}

/** Products that were read, each with all its variants. */
async function productsOf(api: Api, nodes: readonly unknown[], shop: unknown): Promise<PulledProduct[]> {
  const products: PulledProduct[] = [];
  for (const node of nodes) products.push(productOf(node, await allVariants(api, node, VARIANT), shop));
  return products;
}

/** Products by their ids, each with all its variants. */
export const read: NonNullable<Adapter["read"]> = (api, ids) =>
  gathered(ids, PAGE, async (some) => {
    const text = `query read($ids: [ID!]!) { shop { name } nodes(ids: $ids) { ... on Product { ${FIELDS} } } }`;
    const data = await query(api, text, { ids: some });
    const nodes = listOf(member(data, "nodes")).filter((node) => textOf(member(node, "id")) !== undefined);
    return productsOf(api, nodes, member(data, "shop"));
  });

/** A page of products, each with all its variants. */
export const pull: NonNullable<Adapter["pull"]> = async (api, { sinceMs, cursor }) => {
  const filter = sinceMs === null ? null : `updated_at:>='${new Date(sinceMs).toISOString()}'`;
  const data = await query(
    api,
    `query pull($after: String, $filter: String) { shop { name }
      products(first: ${PAGE}, after: $after, query: $filter) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`,
    { after: cursor, filter },
  );
  const info = member(data, "products", "pageInfo");
  return {
    products: await productsOf(api, listOf(member(data, "products", "nodes")), member(data, "shop")),
    next: member(info, "hasNextPage") === true ? (textOf(member(info, "endCursor")) ?? null) : null,
  };
};

import { type Adapter, type Api, type ApiAnswer, PlatformError, type PushItem, type PushOutcome } from "../adapter.ts";
import { baseOf, centsOf, eanAmong, listOf, member, numberOf, present, priceText, textOf } from "../values.ts";
import { sentAs } from "./each.ts";
import { fetchShopifyToken } from "./shopify-token.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2025-10, `productSet`, `inventorySetQuantities`, `products`
const VERSION = "2025-10";
const PAGE = 100;
const SHORTEST_WAIT_MS = 100;

/** How long Shopify asks to wait when a query costs more than what is left: 200 with an error `THROTTLED`. */
function throttledMs(answer: ApiAnswer): number | undefined {
  if (answer.status !== 200 || !answer.text.includes("THROTTLED")) return undefined;
  const body = answer.json();
  const isThrottled = listOf(member(body, "errors")).some(
    (error) => member(error, "extensions", "code") === "THROTTLED",
  );
  if (!isThrottled) return undefined;
  const cost = member(body, "extensions", "cost");
  const missing =
    (numberOf(member(cost, "requestedQueryCost")) ?? 0) -
    (numberOf(member(cost, "throttleStatus", "currentlyAvailable")) ?? 0);
  const rate = numberOf(member(cost, "throttleStatus", "restoreRate")) ?? 50;
  return Math.max(SHORTEST_WAIT_MS, Math.ceil((missing / Math.max(1, rate)) * 1_000));
}

async function query(api: Api, text: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const { shop_url: shop, access_token: token = "" } = api.credentials;
  const answer = await api.request({
    method: "POST",
    url: `${baseOf(shop)}/admin/api/${VERSION}/graphql.json`,
    headers: { "x-shopify-access-token": token },
    json: { query: text, variables },
    busyMs: throttledMs,
  });
  const body = answer.json();
  const [error] = listOf(member(body, "errors"));
  if (error !== undefined)
    throw new PlatformError("refused", textOf(member(error, "message")) ?? "Shopify refused the query");
  return member(body, "data");
}

/** The place whose stock is set: the one of the credentials, else the shop's first. */
const locationOf = (api: Api): Promise<string> =>
  api.once("location", async () => {
    const given = textOf(api.credentials["location_id"]);
    if (given !== undefined) return given.startsWith("gid:") ? given : `gid://shopify/Location/${given}`;
    const data = await query(api, "{ locations(first: 1) { nodes { id } } }");
    const id = textOf(member(data, "locations", "nodes", 0, "id"));
    if (id === undefined) throw new PlatformError("refused", "The shop has no location to keep stock at");
    return id;
  });

const variantInput = ({ sku, ean, priceCents, weight }: PushItem) => ({
  optionValues: [{ optionName: "Title", name: "Default Title" }],
  sku,
  ...(ean !== null && { barcode: ean }),
  ...(priceCents !== null && { price: priceText(priceCents) }),
  inventoryItem: {
    tracked: true,
    ...(weight !== null && { measurement: { weight: { unit: "KILOGRAMS", value: weight } } }),
  },
});

function productInput(item: PushItem, locationId: string) {
  const { externalId, title, description, brand, category, imageUrl, stock } = item;
  return {
    ...(externalId !== null && { id: externalId }),
    title,
    descriptionHtml: description,
    ...(brand !== null && { vendor: brand }),
    ...(category !== null && { productType: category }),
    productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
    ...(imageUrl !== null && { files: [{ originalSource: imageUrl, contentType: "IMAGE" }] }),
    variants: [{ ...variantInput(item), inventoryQuantities: [{ locationId, name: "available", quantity: stock }] }],
  };
}

const RESULT = `product { id onlineStoreUrl variants(first: 1) { nodes { id inventoryItem { id } } } }
  userErrors { field message code }`;

/** Whether Shopify refuses a product because it has it no longer. */
const goneBy = (error: unknown): { isGone?: true } =>
  /NOT_FOUND|DOES_NOT_EXIST|^INVALID_INVENTORY_ITEM$/.test(String(member(error, "code"))) ? { isGone: true } : {};

/** All products by one query of as many mutations. */
async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const variables = Object.fromEntries(items.map((item, index) => [`p${index}`, productInput(item, locationId)]));
  const declared = items.map((_, index) => `$p${index}: ProductSetInput!`).join(", ");
  const calls = items.map((_, index) => `m${index}: productSet(synchronous: true, input: $p${index}) { ${RESULT} }`);
  const data = await query(api, `mutation push(${declared}) { ${calls.join("\n")} }`, variables);
  return items.map(({ productId, externalId }, index): PushOutcome => {
    const result = member(data, `m${index}`);
    const [error] = listOf(member(result, "userErrors"));
    if (error !== undefined) {
      const gone = externalId !== null && goneBy(error);
      return { productId, error: textOf(member(error, "message")) ?? "refused", ...gone };
    }
    const id = textOf(member(result, "product", "id"));
    if (id === undefined) return { productId, error: "Shopify told no id" };
    const variant = member(result, "product", "variants", "nodes", 0);
    const variantId = textOf(member(variant, "id"));
    const stockId = textOf(member(variant, "inventoryItem", "id"));
    return {
      productId,
      externalId: id,
      externalItemId: variantId === undefined ? null : `${variantId} ${stockId ?? ""}`.trim(),
      externalUrl: textOf(member(result, "product", "onlineStoreUrl")) ?? null,
    };
  });
}

const itemIds = ({ externalItemId }: PushItem) => (externalItemId ?? "").split(" ");

async function pushStock(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const quantities = items.map((item) => ({
    inventoryItemId: itemIds(item)[1],
    locationId,
    quantity: item.stock,
  }));
  const data = await query(
    api,
    `mutation stock($input: InventorySetQuantitiesInput!) {
      inventorySetQuantities(input: $input) { userErrors { field message code } } }`,
    { input: { name: "available", reason: "correction", ignoreCompareQuantity: true, quantities } },
  );
  const errors = new Map(
    listOf(member(data, "inventorySetQuantities", "userErrors")).map((error) => [
      Number(listOf(member(error, "field"))[2]),
      { error: textOf(member(error, "message")) ?? "refused", ...goneBy(error) },
    ]),
  );
  if (errors.size === 0) return items.map(sentAs);
  // Nothing of a request is set when a part of it is refused: the rest goes again.
  const refused = items.flatMap(({ productId }, index) => {
    const error = errors.get(index) ?? errors.get(Number.NaN);
    return error === undefined ? [] : [{ productId, ...error }];
  });
  const rest = items.filter((_, index) => !errors.has(index));
  if (refused.length === 0 || refused.length === items.length || errors.has(Number.NaN)) {
    const [error = { error: "refused" }] = errors.values();
    return items.map(({ productId }, index) => ({ productId, ...(errors.get(index) ?? error) }));
  }
  return [...refused, ...(await pushStock(api, rest))];
}

async function pushPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const priced = items.map((item, index) => ({ item, index }));
  const declared = priced.map(({ index }) => `$i${index}: ID!, $v${index}: [ProductVariantsBulkInput!]!`).join(", ");
  const calls = priced.map(
    ({ index }) =>
      `m${index}: productVariantsBulkUpdate(productId: $i${index}, variants: $v${index}) { userErrors { message code } }`,
  );
  const variables = Object.fromEntries(
    priced.flatMap(({ item, index }) => [
      [`i${index}`, item.externalId],
      [`v${index}`, [{ id: itemIds(item)[0], price: priceText(item.priceCents ?? 0) }]],
    ]),
  );
  const data = await query(api, `mutation prices(${declared}) { ${calls.join("\n")} }`, variables);
  return priced.map(({ item, index }) => {
    const [error] = listOf(member(data, `m${index}`, "userErrors"));
    return error === undefined
      ? sentAs(item)
      : { productId: item.productId, error: textOf(member(error, "message")) ?? "refused", ...goneBy(error) };
  });
}

const FIELDS = `id title descriptionHtml vendor onlineStoreUrl featuredMedia { preview { image { url } } }
  variants(first: 1) { nodes { id sku barcode price inventoryQuantity inventoryItem { id } } }`;

export const shopify: Adapter = {
  fetchToken: fetchShopifyToken,
  test: async (api) => {
    await query(api, "{ shop { name } }");
  },
  push: (api, kind, items) => {
    if (kind === "products") return pushProducts(api, items);
    return kind === "stock" ? pushStock(api, items) : pushPrices(api, items);
  },
  find: async (api, items) => {
    const calls = items.map(
      (_, index) =>
        `f${index}: productVariants(first: 1, query: $q${index}) { nodes { id product { id } inventoryItem { id } } }`,
    );
    const declared = items.map((_, index) => `$q${index}: String!`).join(", ");
    const variables = Object.fromEntries(items.map(({ sku }, index) => [`q${index}`, `sku:${JSON.stringify(sku)}`]));
    const data = await query(api, `query find(${declared}) { ${calls.join("\n")} }`, variables);
    return items.flatMap(({ productId }, index) => {
      const node = member(data, `f${index}`, "nodes", 0);
      const externalId = textOf(member(node, "product", "id"));
      if (externalId === undefined) return [];
      return [
        { productId, externalId, externalItemId: `${member(node, "id")} ${member(node, "inventoryItem", "id")}` },
      ];
    });
  },
  pull: async (api, { sinceMs, cursor }) => {
    const filter = sinceMs === null ? null : `updated_at:>='${new Date(sinceMs).toISOString()}'`;
    const data = await query(
      api,
      `query pull($after: String, $filter: String) {
        products(first: ${PAGE}, after: $after, query: $filter) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`,
      { after: cursor, filter },
    );
    const info = member(data, "products", "pageInfo");
    const products = listOf(member(data, "products", "nodes")).map((node) => {
      const variant = member(node, "variants", "nodes", 0);
      return {
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
          stock: numberOf(member(variant, "inventoryQuantity")),
          imageUrl: textOf(member(node, "featuredMedia", "preview", "image", "url")),
        }),
      };
    });
    return {
      products,
      next: member(info, "hasNextPage") === true ? (textOf(member(info, "endCursor")) ?? null) : null,
    };
  },
};

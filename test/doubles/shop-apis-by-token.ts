import { holds, routed, type ShopApi } from "./shop-apis.ts";
import type { Reply } from "./shops.ts";

const refused: Reply = { status: 400, json: { message: "not this one" } };
const no: Reply = { status: 404, json: { message: "no route" } };
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

export const shopware: ShopApi = {
  credentials: { base_url: "", client_id: "id", client_secret: "secret" },
  secret: "client_secret",
  isAllowed: ({ path, headers, text }) =>
    path === "/api/oauth/token"
      ? holds(JSON.parse(text), '"client_credentials"', '"secret"')
      : headers["authorization"] === "Bearer t1",
  reply: ({ route, body }) => {
    if (route === "POST /api/oauth/token") return { json: { token_type: "Bearer", access_token: "t1" } };
    if (route === "GET /api/_info/version") return { json: { version: "6.7.0.0" } };
    if (/^POST \/api\/search\/(?:tax|currency)$/.test(route)) return { json: { data: [{ id: "d1" }] } };
    if (route === "POST /api/_action/sync")
      return holds(body, '"upsert"') && !holds(body, '"REF-2"') && !holds(body, '"id":"2"') ? { json: {} } : refused;
    if (/^POST \/api\/search\/(?:product-manufacturer|sales-channel|tag|language)$/.test(route))
      return { json: { data: [] } };
    if (route !== "POST /api/search/product") return no;
    const product = {
      id: "1",
      productNumber: "REF-1",
      name: "Chair",
      stock: 3,
      price: [{ currencyId: "d1", gross: 12.5 }],
    };
    return { json: { data: [product], total: 150 } };
  },
};

const of = (family: string) => `/${family}/v1/organizations/f_ecom_zzte_053`;
const PRODUCTS = `${of("product/products")}/products`;
const RECORDS = `${of("inventory/inventory-lists")}/inventory-lists/inv/product-inventory-records`;

export const salesforceCommerce: ShopApi = {
  credentials: {
    instance_url: "",
    organization_id: "f_ecom_zzte_053",
    site_id: "RefArch",
    client_id: "id",
    client_secret: "secret",
    inventory_list_id: "inv",
  },
  hosts: ["account.demandware.com"],
  secret: "client_secret",
  takesPrices: false,
  isAllowed: ({ path, headers, text }) => {
    if (path !== "/dwsso/oauth2/access_token") return headers["authorization"] === "Bearer t1";
    const requests = new URLSearchParams(text);
    return (
      headers["authorization"] === basic("id", "secret") &&
      headers["content-type"] === "application/x-www-form-urlencoded" &&
      requests.get("grant_type") === "client_credentials" &&
      String(requests.get("scope")).startsWith("SALESFORCE_COMMERCE_API:zzte_053 sfcc.products.rw")
    );
  },
  reply: routed(
    ["POST /dwsso/oauth2/access_token", () => ({ json: { access_token: "t1" } })],
    [
      `GET ${of("product/catalogs")}/catalogs`,
      () => ({ json: { data: [{ id: "other" }, { id: "main", assignedSites: [{ id: "RefArch" }] }] } }),
    ],
    [`PATCH ${PRODUCTS}/REF-1`, () => no],
    [`PATCH ${PRODUCTS}/REF-2`, () => refused],
    [
      `PUT ${PRODUCTS}/REF-1`,
      ({ body }) =>
        holds(body, '"owningCatalogId":"main"', '"name":{"default":"Chair"}') ? { json: { id: "REF-1" } } : refused,
    ],
    [`PATCH ${RECORDS}/1`, () => no],
    [`PATCH ${RECORDS}/2`, () => no],
    [`PUT ${RECORDS}/1`, ({ body }) => (holds(body, '{"allocation":{"amount":3}}') ? { json: {} } : refused)],
    [`PUT ${RECORDS}/2`, () => refused],
    [
      `POST ${of("product/products")}/product-search`,
      ({ query, body }) => {
        if (query.get("siteId") !== "RefArch" || !holds(body, '"matchAllQuery"')) return refused;
        const hits = [{ id: "REF-1", name: { default: "Chair" }, price: 12.5, ats: 3 }];
        return { json: { hits, total: 150 } };
      },
    ],
  ),
};

const names = (query: string) => [...query.matchAll(/\bm(\d+): /g)].map(([, index]) => Number(index));
const wrong = { userErrors: [{ message: "not this one" }] };

type Variables = Record<
  string,
  { variants: { sku: string }[] } & string & { quantities: { inventoryItemId: string }[] }
>;

const sets = (query: string, variables: Variables) => {
  const product = { id: "1", variants: { nodes: [{ id: "v1", inventoryItem: { id: "i1" } }] } };
  const made = (index: number) =>
    variables[`p${index}`]?.variants[0]?.sku === "REF-2" ? wrong : { product, userErrors: [] };
  return Object.fromEntries(names(query).map((index) => [`m${index}`, made(index)]));
};
const quantities = (_: string, variables: Variables) => {
  const at = variables["input"]?.quantities.findIndex(({ inventoryItemId: id }) => id === "i2") ?? -1;
  const field = ["input", "quantities", String(at), "inventoryItemId"];
  return { inventorySetQuantities: { userErrors: at < 0 ? [] : [{ field, message: "not this one" }] } };
};
const prices = (query: string, variables: Variables) => {
  const made = (index: number) => (variables[`i${index}`] === "2" ? wrong : { userErrors: [] });
  return Object.fromEntries(names(query).map((index) => [`m${index}`, made(index)]));
};
const page = (_: string, { after }: Variables) => {
  const variant = { id: "v1", sku: "REF-1", price: "12.50", inventoryQuantity: 3, inventoryItem: { id: "i1" } };
  const nodes = [{ id: "1", title: "Chair", variants: { nodes: [variant] } }];
  return { products: { nodes, pageInfo: { hasNextPage: after === null, endCursor: "c2" } } };
};
/** A shop whose app may do all that is done there. */
export const SHOPIFY_SHOP = {
  shop: { currencyCode: "EUR", taxesIncluded: true },
  locations: { nodes: [{ id: "gid://shopify/Location/1", name: "Store" }] },
  currentAppInstallation: {
    accessScopes: ["write_products", "write_inventory", "read_locations"].map((handle) => ({ handle })),
  },
};
const QUERIES: [string, (query: string, variables: Variables) => object][] = [
  ["products(first:", page],
  ["shop {", () => SHOPIFY_SHOP],
  ["locations(", () => ({ locations: { nodes: [{ id: "gid://shopify/Location/1" }] } })],
  ["productSet(", sets],
  ["inventoryLevel(", () => ({ nodes: [] })],
  ["inventorySetQuantities(", quantities],
  ["productVariantsBulkUpdate(", prices],
];

export const shopify: ShopApi = {
  credentials: { shop_url: "", access_token: "secret" },
  secret: "access_token",
  isAllowed: ({ headers }) => headers["x-shopify-access-token"] === "secret",
  reply: routed([
    "POST /admin/api/2026-10/graphql.json",
    ({ text }) => {
      const { query, variables } = JSON.parse(text);
      const answer = QUERIES.find(([name]) => query.includes(name))?.[1];
      return answer ? { json: { data: answer(query, variables) } } : refused;
    },
  ]),
};

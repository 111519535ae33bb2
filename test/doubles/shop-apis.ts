import type { Received, Reply } from "./shops.ts";

/** A platform as its documentation describes it: who may ask, and what is answered. The product `2` is refused. */
export interface ShopApi {
  credentials: Readonly<Record<string, string>>;
  /** The host that the adapter asks, unless it is that of the shop. */
  hosts?: readonly string[];
  /** One product has this id, another `2`. */
  isAllowed: (requests: Received) => boolean;
  reply: (requests: Received & { route: string; query: URLSearchParams; body: unknown }) => Reply;
  /** `false`: the platform only reads prices. */
  takesPrices?: false;
  /** The credential that is wrong in the test of refusal. */
  secret: string;
}

type Call = Parameters<ShopApi["reply"]>[0];
/** The answer of the first route that fits; a shop without one knows no such address. */
export const routed =
  (...routes: [string | RegExp, (call: Call) => Reply][]): ShopApi["reply"] =>
  (call) => {
    const found = routes.find(([route]) => (typeof route === "string" ? route === call.route : route.test(call.route)));
    return found?.[1](call) ?? no;
  };

const bearer = (token: string) => (requests: Received) => requests.headers["authorization"] === `Bearer ${token}`;
const no: Reply = { status: 404, json: { message: "no route" } };
const refused: Reply = { status: 422, json: { message: "not this one" } };

/** Whether a body has all these texts. */
export const holds = (body: unknown, ...texts: string[]) =>
  texts.every((text) => JSON.stringify(body ?? "").includes(text));
const isSecond = (value: unknown) => JSON.stringify(value).includes("REF-2");

export const bigcommerce: ShopApi = {
  credentials: { store_hash: "h1", access_token: "secret" },
  hosts: ["api.bigcommerce.com"],
  secret: "access_token",
  isAllowed: ({ headers }) => headers["x-auth-token"] === "secret",
  reply: ({ route, query, body }) => {
    if (route === "GET /stores/h1/v3/catalog/summary") return { json: { data: {} } };
    if (route === "POST /stores/h1/v3/catalog/products")
      return isSecond(body) ? refused : { json: { data: { id: 1, sku: "REF-1" } } };
    if (route === "PUT /stores/h1/v3/catalog/products")
      return holds(body, '"id":2') ? refused : { json: { data: body } };
    if (route !== "GET /stores/h1/v3/catalog/products") return no;
    const page = query.get("page");
    return {
      json: {
        data: [{ id: Number(page), sku: `REF-${page}`, name: "Chair", price: 12.5, inventory_level: 3 }],
        meta: { pagination: { total_pages: 2 } },
      },
    };
  },
};

export const magento: ShopApi = {
  credentials: { base_url: "", access_token: "secret" },
  secret: "access_token",
  isAllowed: bearer("secret"),
  reply: routed(
    [/^PUT \/rest\/all\/V1\/products\/REF-\d$/, ({ body }) => (isSecond(body) ? refused : { json: { id: 9 } })],
    ["POST /rest/all/V1/inventory/source-items", ({ body }) => (holds(body, '"sku":"2"') ? refused : { json: [] })],
    [
      "POST /rest/all/V1/products/base-prices",
      ({ body }) => {
        const problem = { message: "No such SKU %1", parameters: ["2"] };
        return { json: holds(body, '"sku":"2"') ? [problem] : [] };
      },
    ],
    [
      "GET /rest/all/V1/products",
      ({ query }) => {
        const page = query.get("searchCriteria[currentPage]");
        const wanted = query.get("searchCriteria[filter_groups][0][filters][0][value]")?.split(",") ?? [];
        const numbered = wanted.filter((sku) => /^\d+$/.test(sku)).map((sku) => ({ sku }));
        if (numbered.length > 0) return { json: { items: numbered, total_count: numbered.length } };
        return { json: { items: [{ sku: `REF-${page}`, name: "Chair", price: 12.5 }], total_count: 150 } };
      },
    ],
  ),
};

const refusedXml: Reply = { status: 400, json: { errors: [{ code: 85, message: "not this one" }] } };
const isXml = ({ text, headers }: Call) => text.startsWith("<?xml") && headers["content-type"] === "text/xml";
const RIGHTS = 'get="true" put="true" post="true" patch="true" delete="true" head="true"';
export const prestashop: ShopApi = {
  credentials: { shop_url: "", api_key: "secret" },
  secret: "api_key",
  isAllowed: ({ headers, path }) =>
    headers["authorization"] === `Basic ${Buffer.from("secret:").toString("base64")}` &&
    (path === "/api/" || path.includes("output_format=JSON")),
  reply: routed(
    [
      "POST /api/products",
      (call) =>
        isXml(call) && !call.text.includes("REF-2") ? { status: 201, json: { product: { id: "1" } } } : refusedXml,
    ],
    [
      "GET /api/",
      () => {
        const rights = ["products", "stock_availables"].map((name) => `<${name} xlink:href="" ${RIGHTS}/>`);
        return {
          text: `<prestashop><api>${rights.join("")}</api></prestashop>`,
          headers: { "content-type": "text/xml" },
        };
      },
    ],
    ["GET /api/manufacturers", () => ({ json: [] })],
    ["POST /api/manufacturers", () => ({ status: 201, json: { manufacturer: { id: "3" } } })],
    ["PATCH /api/products/1", (call) => (isXml(call) ? { json: { product: { id: "1" } } } : refusedXml)],
    ["PATCH /api/products/2", () => refusedXml],
    [
      "GET /api/stock_availables",
      ({ query }) => {
        const products = query.get("filter[id_product]")?.slice(1, -1).split("|") ?? [];
        const found = products
          .filter((id) => id !== "2")
          .map((id) => ({ id: 7, id_product: Number(id), quantity: "3" }));
        return { json: found.length === 0 ? [] : { stock_availables: found } };
      },
    ],
    [
      /^PATCH \/api\/stock_availables\/v[12]$/,
      () => ({ status: 404, json: { errors: [{ code: 1, message: "This stock_availables does not exist" }] } }),
    ],
    [
      "PATCH /api/stock_availables/7",
      (call) => (isXml(call) && call.text.includes("<quantity>") ? { json: {} } : refusedXml),
    ],
    [
      "GET /api/products",
      ({ query }) => {
        const product = { id: 1, reference: "REF-1", name: [{ id: "1", value: "Chair" }], price: "12.500000" };
        return { json: { products: Array.from({ length: query.get("limit") === "0,100" ? 100 : 1 }, () => product) } };
      },
    ],
  ),
};

export const wizishop: ShopApi = {
  credentials: { shop_id: "s1", api_key: "secret" },
  hosts: ["api.wizishop.com"],
  secret: "api_key",
  isAllowed: bearer("secret"),
  reply: ({ route, query, body }) => {
    const path = "/v3/shops/s1";
    if (route === `POST ${path}/products`) return isSecond(body) ? refused : { json: { id: 1 } };
    if (route === `PUT ${path}/products/1`)
      return holds(body, '"price_tax_excluded":12.5') ? { json: { id: 1 } } : refused;
    if (route === `PATCH ${path}/skus/REF-1`) return { json: { sku: "REF-1", stock: 3 } };
    if (/^(?:PUT .*products\/2|PATCH .*skus\/REF-2)$/.test(route)) return refused;
    // The list has no prices.
    const [, id] = /^GET .*\/products\/(\d)$/.exec(route) ?? [];
    if (id !== undefined) return { json: { id, sku: `REF-${id}`, name: "Chair", price_tax_excluded: "12.50" } };
    if (route !== `GET ${path}/products`) return no;
    const page = Number(query.get("page") ?? 1);
    return { json: { pages: 2, results: [{ id: page, sku: `REF-${page}`, label: "Chair" }] } };
  },
};

export const squarespace: ShopApi = {
  credentials: { api_key: "secret" },
  hosts: ["api.squarespace.com"],
  secret: "api_key",
  isAllowed: (requests) =>
    bearer("secret")(requests) && String(requests.headers["user-agent"]).startsWith("catalogd ("),
  reply: routed(
    [
      "GET /1.0/commerce/store_pages",
      () => {
        const storePages = [
          { id: "p0", isEnabled: false },
          { id: "p1", isEnabled: true },
        ];
        return { json: { storePages } };
      },
    ],
    [
      "POST /1.0/commerce/inventory/adjustments",
      ({ headers, body }) => (!headers["idempotency-key"] || holds(body, '"v2"') ? refused : { status: 204, text: "" }),
    ],
    [
      "POST /v2/commerce/products",
      ({ body }) =>
        !isSecond(body) && holds(body, '"storePageId":"p1"', '"type":"PHYSICAL"')
          ? { status: 201, json: { id: "1", variants: [{ id: "v1" }] } }
          : refused,
    ],
    [
      "POST /v2/commerce/products/1/variants/v1",
      ({ body }) =>
        holds(body, '{"pricing":{"basePrice":{"currency":"EUR","value":"12.50"}}}') ? { json: {} } : refused,
    ],
    ["POST /v2/commerce/products/2/variants/v2", () => refused],
    [
      "GET /v2/commerce/products",
      ({ query }) => {
        const hasNextPage = query.get("cursor") === null;
        const pricing = { basePrice: { currency: "EUR", value: "12.50" } };
        const variants = [{ id: "v1", sku: "REF-1", pricing, stock: { quantity: 3, unlimited: false } }];
        const products = [
          { id: "1", type: "PHYSICAL", name: "Chair", variants },
          { id: "9", type: "SERVICE" },
        ];
        return { json: { products, pagination: { hasNextPage, nextPageCursor: hasNextPage ? "c2" : null } } };
      },
    ],
  ),
};

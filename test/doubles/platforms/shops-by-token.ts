import { type Reply, wooCommerceReply } from "../shops.ts";
import { shopwareStore } from "../shopware-store.ts";
import {
  BAD,
  bodyAs,
  busyFor,
  type Call,
  FIRST_WAIT_MS,
  NO_ROUTE,
  type Platform,
  refusal,
  type Shelf,
  WHY,
} from "./platform.ts";
import { salesforceOrders } from "./salesforce-orders.ts";
import { shopwareShop } from "./shopware-shop.ts";

const woocommerce: Platform = {
  id: "woocommerce",
  credentials: { store_url: "", consumer_key: "ck_1", consumer_secret: "cs_1" },
  isTogether: true,
  isWrite: ({ route }) => route.startsWith("POST "),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: (shelf) =>
    wooCommerceReply({
      has: (id) => shelf.products.has(String(id)),
      idOf: (sku) => {
        const id = shelf.idOf(sku);
        return id === undefined ? undefined : Number(id);
      },
      make: ({ sku }) => Number(shelf.make(String(sku))),
      change: () => undefined,
      all: () => [...shelf.products].map(([id, sku]) => ({ id: Number(id), sku })),
      refuses: ({ sku }) => (sku === BAD ? WHY : undefined),
    }),
};

type Sent = Record<string, unknown>;

/** What a site was sent of its products and their one variant, by the id of the product. */
type SentProducts = Map<string, { product: Sent; variant: Sent }>;

/** Makes a product of a site, with its one variant. */
function squarespaceMade(shelf: Shelf, call: Call, sent: SentProducts): Reply {
  const { variants: [variant = { sku: "" }] = [], ...product } = bodyAs<Sent & { variants?: { sku: string }[] }>(call);
  if (variant.sku === BAD) return refusal(400);
  if (shelf.idOf(variant.sku) !== undefined)
    return { status: 409, json: { type: "CONFLICT", message: "SKU is taken" } };
  const made = shelf.make(variant.sku);
  sent.set(made, { product, variant });
  return { status: 201, json: { id: made, variants: [{ id: `v${made}` }] } };
}

function squarespaceProducts(shelf: Shelf, call: Call, sent: SentProducts): Reply {
  const [, method, id = "", isVariant] =
    /^(\w+) \/v2\/commerce\/products(?:\/([\w,]+))?(\/variants\/\w+)?$/.exec(call.route) ?? [];
  const known = (each: string) => sent.get(each) ?? { product: {}, variant: {} };
  if (method === "GET") {
    const ids = id === "" ? [...shelf.products.keys()] : id.split(",");
    if (ids.some((each) => !shelf.products.has(each))) return NO_ROUTE;
    const products = ids.map((each) => {
      const variant = { ...known(each).variant, id: `v${each}`, sku: shelf.products.get(each) };
      return { ...known(each).product, id: each, type: "PHYSICAL", variants: [variant] };
    });
    return { json: { products, pagination: { hasNextPage: false } } };
  }
  if (id === "") return squarespaceMade(shelf, call, sent);
  const { product, variant } = known(id);
  const body = bodyAs<Sent>(call);
  sent.set(
    id,
    isVariant ? { product, variant: { ...variant, ...body } } : { product: { ...product, ...body }, variant },
  );
  return shelf.products.has(id) ? { json: { id } } : NO_ROUTE;
}

const squarespaceAnswer = (shelf: Shelf) => {
  const sent: SentProducts = new Map();
  return (call: Call): Reply => {
    if (call.route === "GET /1.0/commerce/store_pages")
      return { json: { storePages: [{ id: "p1", isEnabled: true }] } };
    if (call.route === "GET /1.0/commerce/orders") return { json: { result: [], pagination: { hasNextPage: false } } };
    if (call.route !== "POST /1.0/commerce/inventory/adjustments") return squarespaceProducts(shelf, call, sent);
    const all = bodyAs<{ setFiniteOperations: { variantId: string }[] }>(call).setFiniteOperations;
    return all.every(({ variantId }) => shelf.products.has(variantId.slice(1))) ? { status: 204, text: "" } : NO_ROUTE;
  };
};

const squarespace: Platform = {
  id: "squarespace",
  credentials: { api_key: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^POST \/v2\/commerce\/products(?:\/\d+)?$/.test(route),
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  itemIdOf: (id) => `v${id}`,
  answer: squarespaceAnswer,
};

/** Why Shopware refuses a product: all of the request with it. */
const isBadIn = ({ text }: Call) => text.includes(`"productNumber":"${BAD}"`);

function shopwareAnswer(shelf: Shelf) {
  const store = shopwareStore();
  const shop = shopwareShop({ shelf });
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /api/_info/version": () => ({ json: { version: "6.6.10.0" } }),
    "POST /api/search/tax": () => ({ json: { data: [{ id: "d".repeat(32) }] } }),
    "POST /api/search/currency": () => ({ json: { data: [{ id: "d".repeat(32) }] } }),
    "POST /api/search/product-manufacturer": () => ({ json: { data: [] } }),
    "POST /api/search/sales-channel": () => ({ json: { data: [{ id: "e".repeat(32) }] } }),
  };
  return (call: Call): Reply => {
    const known = answers[call.route]?.(call) ?? store.reply(call.route, call.body);
    if (known) return known;
    if (isBadIn(call) && call.route.endsWith("sync")) {
      return { status: 400, json: { errors: [{ status: "400", code: "C", detail: WHY }] } };
    }
    const type = String(call.headers["content-type"]);
    return shop.reply(call.route, { body: call.body, query: call.query, text: call.text, type }) ?? NO_ROUTE;
  };
}

const shopware: Platform = {
  id: "shopware",
  credentials: { base_url: "", client_id: "id", client_secret: "secret" },
  isTogether: true,
  isToken: ({ route }) => route === "POST /api/oauth/token",
  isWrite: ({ route }) => route === "POST /api/_action/sync",
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: shopwareAnswer,
};

function salesforceFound(shelf: Shelf, call: Call): Reply {
  const { query } = bodyAs<{ query: { termQuery?: { values: string[] } } }>(call);
  const found = query.termQuery?.values.filter((sku) => shelf.products.has(sku)) ?? [];
  return { json: { hits: found.map((id) => ({ id })), total: found.length } };
}

const SALESFORCE_PRODUCT = /^(\w+) .*\/(products|inventory-lists\/main\/product-inventory-records)\/([^/]+)$/;

/** A product, what belongs to a master, or its record of an inventory list. */
function salesforceStored(shelf: Shelf, { route }: Call): Reply {
  const [, part, variant = ""] = /^PUT .*\/(variations|variation-attributes)\/([^/]+)/.exec(route) ?? [];
  if (part === "variations") shelf.upsert(variant);
  if (part !== undefined) return { json: {} };
  const [, method, kind, sku = ""] = SALESFORCE_PRODUCT.exec(route) ?? [];
  if (sku === BAD) return refusal(400);
  if (method === "PUT" && kind === "products") shelf.upsert(sku);
  if (!shelf.products.has(sku)) return NO_ROUTE;
  // Variants are called by their master's SKU, and what they differ in.
  const master = [...shelf.products.keys()].some((each) => each.startsWith(`${sku}-`));
  return {
    json: { id: sku, type: { master } },
  };
}

const salesforce: Platform = {
  id: "salesforce_commerce",
  isBySku: true,
  credentials: {
    instance_url: "",
    organization_id: "f_ecom_zzte_053",
    site_id: "RefArch",
    client_id: "id",
    client_secret: "secret",
    inventory_list_id: "main",
  },
  isTogether: false,
  isToken: ({ host }) => host === "account.demandware.com",
  isWrite: ({ route }) => /^(?:PUT|PATCH) /.test(route),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  answer: (shelf) => (call) => {
    if (call.route.endsWith("/product-search")) return salesforceFound(shelf, call);
    if (call.route.endsWith("/orders")) return salesforceOrders(call.query);
    if (/\/categor(?:y-search|ies\/[^/]+(?:\/products\/[^/]+)?)$/.test(call.route)) return { json: {} };
    if (call.route.endsWith("/catalogs")) return { json: { data: [{ id: "main", assignedSites: [] }] } };
    return salesforceStored(shelf, call);
  },
};

export const MORE_SHOPS: readonly Platform[] = [woocommerce, squarespace, shopware, salesforce];

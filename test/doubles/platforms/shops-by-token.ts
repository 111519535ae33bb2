import { type Reply, wooCommerceReply } from "../shops.ts";
import { shopwareStore } from "../shopware-store.ts";
import { type SiteProduct, squarespaceSite } from "../squarespace-site.ts";
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

/** A product as a site has it that nothing but its SKU is known of. */
const siteProduct = (id: string, sku: string): SiteProduct => ({
  ...{ id, type: "PHYSICAL", name: "", variantAttributes: [], images: [] },
  variants: [{ id: `v${id}`, sku, attributes: {}, stock: { quantity: 0, unlimited: false } }],
});

/** A site whose products are those of a shelf. */
const squarespaceAnswer = (shelf: Shelf) => {
  const site = squarespaceSite({ first: 1_000 });
  const asShelved = () => {
    for (const id of [...site.products.keys()].filter((each) => !shelf.products.has(each))) site.products.delete(id);
    for (const [id, sku] of shelf.products) {
      if (!site.products.has(id)) site.products.set(id, siteProduct(id, sku));
    }
  };
  return (call: Call): Reply => {
    if (call.text.includes(`"sku":"${BAD}"`)) return refusal(400);
    asShelved();
    const reply = site.reply(call);
    for (const { id, variants } of site.products.values()) {
      if (!shelf.products.has(id)) shelf.make(variants[0]?.sku ?? "", id);
    }
    return reply;
  };
};

const squarespace: Platform = {
  id: "squarespace",
  credentials: { api_key: "secret" },
  isTogether: false,
  isWrite: ({ route }) => /^POST \/v2\/commerce\/products(?:\/\w+)?$/.test(route),
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

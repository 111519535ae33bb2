import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Received, type Reply, wooCommerce } from "./shops.ts";

/** What a service of its own process is started with to reach such shops. */
export const PLAIN_SHOPS = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };

/** Whether a query of Shopify only asks what is there. */
const isLookUp = (text: string) => text.startsWith('{"query":"query ');

/** A shop without TLS on this machine, which a service of its own process reaches and may be killed beside. */
async function openPlainShop(reply: (requests: Received) => Reply, { answersAfterMs = 0 } = {}) {
  let [requests, pushes, inFlight, mostInFlight] = [0, 0, 0, 0];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      requests++;
      mostInFlight = Math.max(mostInFlight, ++inFlight);
      const { method = "GET", url: path = "", headers } = request;
      const text = Buffer.concat(chunks).toString("utf8");
      if (method !== "GET" && !isLookUp(text)) pushes++;
      const said = reply({ method, path, headers, text });
      if (answersAfterMs > 0) await sleep(answersAfterMs);
      inFlight--;
      if (said === null) return request.socket.destroy();
      const { status = 200, json, headers: more = {} } = said;
      return response
        .writeHead(status, { "content-type": "application/json", ...more })
        .end(JSON.stringify(json ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    /** Those of them that bring something. */
    pushes: () => pushes,
    mostInFlight: () => mostInFlight,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A WooCommerce-like shop without TLS. `change` may answer otherwise once the shop has stored what came. */
export async function openPlainWooCommerce(
  change: (requests: Received, said: Reply) => Reply = (_, said) => said,
  options: { answersAfterMs?: number } = {},
) {
  const { products, reply, credentialsAt } = wooCommerce();
  const shop = await openPlainShop((requests) => change(requests, reply(requests)), options);
  return { ...shop, products, credentials: credentialsAt(shop.url) };
}

type Input = { id?: string; title: string; variants?: [Variant] };
type Variant = {
  id?: string;
  sku: string;
  price?: string;
  inventoryQuantities: [{ quantity: number }];
};

const PAGE = 100;

/** What a Shopify-like shop has of a product. */
interface ShopifyProduct {
  id: string;
  sku: string;
  title: string;
  price: string | undefined;
  stock: number;
}

// biome-ignore lint/suspicious/noExplicitAny: variables of a query, as the query declares them
type Variables = Record<string, any>;
const idOf = (kind: string, number: string) => `gid://shopify/${kind}/${number}`;
const numberOf = (id: string) => id.slice(id.lastIndexOf("/") + 1);
const shown = (id: string) => ({
  id,
  onlineStoreUrl: null,
  variants: {
    nodes: [
      {
        id: idOf("ProductVariant", numberOf(id)),
        product: { id },
        inventoryItem: { id: idOf("InventoryItem", numberOf(id)) },
      },
    ],
  },
});

/** How the shop is set up, where a query asks that. */
function settingIn(query: string): object | undefined {
  if (query.includes("taxesIncluded")) return { shop: { taxesIncluded: true } };
  return query.includes("locations(") ? { locations: { nodes: [{ id: idOf("Location", "1") }] } } : undefined;
}

/** Products of a Shopify shop by the queries that the connector sends; Shopify lets two products have one SKU. */
function shopify() {
  const products = new Map<string, ShopifyProduct>();
  const set = ({ id, title, variants }: Input) => {
    const productId = id ?? idOf("Product", String(products.size + 1));
    if (variants) {
      const [{ sku, price, inventoryQuantities }] = variants;
      products.set(productId, { id: productId, sku, title, price, stock: inventoryQuantities[0].quantity });
    } else change(productId, { title });
    return { product: shown(productId), userErrors: [] };
  };
  const change = (id: string, fields: Partial<ShopifyProduct>) => {
    const known = products.get(id);
    if (known) products.set(id, { ...known, ...fields });
    return { userErrors: known ? [] : [{ message: "Product does not exist" }] };
  };
  const find = (text: string) => {
    const skus = new Set([...text.matchAll(/sku:"([^"]*)"/g)].map(([, sku]) => sku));
    const found = [...products.values()].filter(({ sku }) => skus.has(sku));
    return { nodes: found.flatMap(({ id, sku }) => shown(id).variants.nodes.map((node) => ({ ...node, sku }))) };
  };
  const each = (query: string, letter: string, of: (index: string) => object) =>
    Object.fromEntries(
      [...query.matchAll(new RegExp(`\\b${letter}(\\d+): `, "g"))].map(([, index = ""]) => [
        `${letter}${index}`,
        of(index),
      ]),
    );
  const page = (after: string | null) => {
    const from = Number(after ?? 0);
    const nodes = [...products.values()].slice(from, from + PAGE).map(({ id, sku, title, price, stock }) => {
      const [variant] = shown(id).variants.nodes;
      return { id, title, variants: { nodes: [{ ...variant, sku, price, inventoryQuantity: stock }] } };
    });
    const endCursor = String(from + PAGE);
    return { products: { nodes, pageInfo: { hasNextPage: from + PAGE < products.size, endCursor } } };
  };
  const levels = (ids: string[]) => ({
    nodes: ids.map((id) => {
      const quantity = products.get(idOf("Product", numberOf(id)))?.stock;
      return { id, inventoryLevel: { quantities: [{ quantity }] } };
    }),
  });
  // What else is asked (languages, sales channels) it does not have.
  const setLevels = (levels: { inventoryItemId: string; quantity: number }[] = []) => {
    for (const { inventoryItemId, quantity } of levels) {
      change(idOf("Product", numberOf(inventoryItemId)), { stock: quantity });
    }
    return { inventorySetQuantities: { userErrors: [] } };
  };
  const answer = (query: string, given: Variables): object => {
    if (query.includes("products(first:")) return page(given["after"]);
    const setting = settingIn(query);
    if (setting) return setting;
    if (query.includes("productSet(")) {
      const priced = each(query, "u", (index) => change(given[`i${index}`], { price: given[`v${index}`][0].price }));
      return { ...priced, ...each(query, "m", (index) => set(given[`p${index}`])) };
    }
    if (query.includes("productVariants(")) return each(query, "f", (index) => find(given[`q${index}`]));
    if (query.includes("productVariantsBulkUpdate(")) {
      return each(query, "m", (index) => change(given[`i${index}`], { price: given[`v${index}`][0].price }));
    }
    if (query.includes("inventoryLevel(")) return levels(given["ids"]);
    return setLevels(given["input"]?.quantities);
  };
  const reply = ({ headers, text }: Received): Reply => {
    if (headers["x-shopify-access-token"] !== "shpat_1") return { status: 401, json: { errors: "no" } };
    const { query, variables = {} } = JSON.parse(text);
    return { json: { data: answer(query, variables) } };
  };
  const credentialsAt = (url: string) => ({
    shop_url: url,
    access_token: "shpat_1",
    location_id: "1",
    webhook_secret: "whs_1",
  });
  return { products, reply, credentialsAt };
}

/** A Shopify-like shop without TLS. */
export async function openPlainShopify(change: (requests: Received, said: Reply) => Reply = (_, said) => said) {
  const { products, reply, credentialsAt } = shopify();
  const shop = await openPlainShop((requests) => change(requests, reply(requests)));
  return { ...shop, products, credentials: credentialsAt(shop.url) };
}

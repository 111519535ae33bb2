import { text as textOf } from "node:stream/consumers";
import { answer, type Client, type Json, pick, say } from "./client.ts";
import { serveOnLoopback } from "./loopback.ts";

/** A shop of the demo's own, and what it has. */
export interface DemoShop {
  url: string;
  products: ReadonlyMap<number, Json>;
}

/** An answer of the shop: its status and what it says. */
type Reply = readonly [status: number, said: unknown];

const API = "/wp-json/wc/v3/products";
const NO_ROUTE: Reply = [
  404,
  { code: "rest_no_route", message: "No route was found matching the URL and request method." },
];

/** A list of terms as WooCommerce keeps them: read page by page, and made once for each name below its parent. */
function termList() {
  const terms: Json[] = [];
  return (method: string, query: URLSearchParams, body: Json): Reply => {
    if (method === "GET") return [200, pageOf(terms, query)];
    const { name, parent = 0 } = body;
    const known = terms.find((each) => each["name"] === name && each["parent"] === parent);
    if (known) return [400, { code: "term_exists", message: "It is there.", data: { resource_id: known["id"] } }];
    const made = { id: terms.length + 1, name, parent };
    terms.push(made);
    return [201, made];
  };
}

/** The page of a list that is asked for, of those that are asked for by their ids or SKUs. */
function pageOf(all: Iterable<Json>, query: URLSearchParams): Json[] {
  const [ids, skus] = [query.get("include")?.split(","), query.get("sku")?.split(",")];
  const asked = [...all].filter(
    ({ id, sku }) => (!ids || ids.includes(String(id))) && (!skus || skus.includes(String(sku))),
  );
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 10)];
  return asked.slice((page - 1) * size, page * size);
}

/** Makes and changes products as WooCommerce does in a batch. */
function applyBatch(products: Map<number, Json>, { create = [], update = [] }: Record<string, Json[]>) {
  const put = (id: number, { inventory_delta: by, ...fields }: Json): Json => {
    const before = products.get(id);
    const level = by !== undefined && { stock_quantity: Number(before?.["stock_quantity"] ?? 0) + Number(by) };
    const product = { ...before, ...fields, ...level, id };
    products.set(id, product);
    return product;
  };
  return {
    create: create.map((fields) => put(products.size + 1, fields)),
    update: update.map((fields) => put(Number(fields["id"]), fields)),
  };
}

/** Starts a small shop on loopback that takes products and their terms as WooCommerce does. It ends with the process. */
export async function startShop(): Promise<DemoShop> {
  const products = new Map<number, Json>();
  const terms = new Map(["categories", "brands", "tags"].map((kind) => [`${API}/${kind}`, termList()]));
  const replyTo = (method: string, path: string, body: string): Reply => {
    const { pathname, searchParams } = new URL(path, "http://shop");
    const list = terms.get(pathname);
    if (list) return list(method, searchParams, body === "" ? {} : JSON.parse(body));
    if (pathname === API && method === "GET") return [200, pageOf(products.values(), searchParams)];
    if (pathname === `${API}/batch` && method === "POST") return [200, applyBatch(products, JSON.parse(body))];
    return NO_ROUTE;
  };
  const url = await serveOnLoopback(async (request, response) => {
    const [status, said] = replyTo(request.method ?? "GET", request.url ?? "/", await textOf(request));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  return { url, products };
}

/** Fills the shop by a connector, then changes a product's stock, which follows by itself. */
export async function fillShop(client: Client, { url, products }: DemoShop, productId: string): Promise<void> {
  say(`   The shop is one of the demo's own at ${url}; it takes products as WooCommerce does.`);
  const given = { platform_id: "woocommerce", name: "My shop", sync_options: { auto_push: ["stock", "prices"] } };
  const credentials = { store_url: url, consumer_key: "ck_demo", consumer_secret: "cs_demo" };
  const { id } = await answer(await client.call("POST", "/connectors", { ...given, credentials }));
  const { job_id: job } = await answer(await client.call("POST", `/connectors/${id}/sync/push-products`));
  const isOver = ({ status }: Json) => status !== "processing";
  const ended = await client.poll(`/connectors/${id}/sync/jobs/${job}`, isOver);
  if (ended["errors"] !== 0) throw new Error(`the shop refused ${ended["errors"]} products`);
  say(`     ${pick(ended, "status", "pushed", "errors")}; the shop has ${products.size} products`);
  await client.call("PUT", `/products/${productId}/stock`, { quantity: 5 });
  const ours = await answer(await client.call("GET", `/products/${productId}`));
  const isThere = () =>
    [...products.values()].some((each) => each["stock_quantity"] === 5 && each["name"] === ours["title"]);
  await client.poll(`/connectors/${id}`, isThere);
  say(`     the stock of ${ours["title"]} is 5 there, too`);
}

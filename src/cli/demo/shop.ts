import { text as textOf } from "node:stream/consumers";
import { answer, type Client, type Json, pick, say } from "./client.ts";
import { serveOnLoopback } from "./loopback.ts";

/** A shop of the demo's own, and what it has. */
export interface DemoShop {
  url: string;
  products: ReadonlyMap<number, Json>;
}

/** Makes and changes products as WooCommerce does in a batch. */
function applyBatch(products: Map<number, Json>, { create = [], update = [] }: Record<string, Json[]>) {
  const put = (id: number, fields: Json): Json => {
    const product = { ...products.get(id), ...fields, id };
    products.set(id, product);
    return product;
  };
  return {
    create: create.map((fields) => put(products.size + 1, fields)),
    update: update.map((fields) => put(Number(fields["id"]), fields)),
  };
}

/** Starts a small shop on loopback that takes products as WooCommerce does. It ends with the process. */
export async function startShop(): Promise<DemoShop> {
  const products = new Map<number, Json>();
  const url = await serveOnLoopback(async (request, response) => {
    const body = await textOf(request);
    const said = request.method === "POST" ? applyBatch(products, JSON.parse(body)) : [];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
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
  say(`     ${pick(ended, "status", "pushed", "errors")}; the shop has ${products.size} products`);
  await client.call("PUT", `/products/${productId}/stock`, { quantity: 5 });
  const ours = await answer(await client.call("GET", `/products/${productId}`));
  const isThere = () =>
    [...products.values()].some((each) => each["stock_quantity"] === 5 && each["name"] === ours["title"]);
  await client.poll(`/connectors/${id}`, isThere);
  say(`     the stock of ${ours["title"]} is 5 there, too`);
}

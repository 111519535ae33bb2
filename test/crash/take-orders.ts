import { createHmac } from "node:crypto";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

export interface OrderReport {
  /** Deliveries that were sent, the doubled and the repeated ones among them. */
  sent: number;
  perSecond: number;
  /** Products whose stock is not what the orders left of it, and what was noted more than once; empty when all is well. */
  faults: string[];
}

const PRODUCTS = 50;
const STOCK = 1_000_000;
const SECRET = "orders-secret";
/** every few deliveries are sent twice at once, and again when all is over. */
const DOUBLED_EVERY = 5;
const REPLAYED_EVERY = 7;
/** As platforms do that get no answer, sooner than they do. */
const AGAIN_AFTER_MS = 50;

interface Order {
  delivery: string;
  product: number;
  quantity: number;
}

const skuOf = (product: number) => `ORDER-${product}`;

/** Sends an order until it is taken, as a shop does whose deliveries get no answer. */
async function deliver(urlOf: () => string, { delivery, product, quantity }: Order): Promise<void> {
  const body = JSON.stringify({ id: delivery, line_items: [{ sku: skuOf(product), quantity, product_id: 1 }] });
  const headers = {
    "content-type": "application/json",
    "x-shopify-hmac-sha256": createHmac("sha256", SECRET).update(body).digest("base64"),
    "x-shopify-topic": "orders/create",
    "x-shopify-webhook-id": delivery,
  };
  for (;;) {
    const url = `${urlOf()}/api/v1/connectors/shopify/webhook`;
    const answer = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`A delivery got ${answer.status}`);
    await Bun.sleep(AGAIN_AFTER_MS);
  }
}

async function given(service: StartedService): Promise<void> {
  const key = await newApiKey(service.url);
  const call = async (path: string, body: unknown) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(`${service.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const credentials = { shop_url: "https://shop.example", access_token: "t", webhook_secret: SECRET };
  await call("/connectors", { platform_id: "shopify", name: "Orders", credentials });
  const rows = Array.from({ length: PRODUCTS }, (_, product) => ({
    reference: skuOf(product),
    name: `Product ${product}`,
    stock: STOCK,
  }));
  await call("/appsync/products/sync", rows);
}

/** What does not fit the orders, each counted once. */
function faultsOf(folder: string, orders: readonly Order[]): string[] {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const stocks = connection.rows(
    "select reference, stock from product join product_state using (row_id) where reference like 'ORDER-%'",
    {},
  );
  const [jobs] = connection.rows("select count(*) as count from sync_job where job_type = 'webhook'", {});
  connection.close();
  const stockOf = new Map(stocks.map((row) => [String(row["reference"]), Number(row["stock"])]));
  const faults = Array.from({ length: PRODUCTS }, (_, product) => {
    const sold = orders.filter((order) => order.product === product).reduce((sum, { quantity }) => sum + quantity, 0);
    const stock = stockOf.get(skuOf(product));
    return stock === STOCK - sold ? [] : [`${skuOf(product)} has ${stock} instead of ${STOCK - sold}`];
  }).flat();
  const noted = Number(jobs?.["count"]);
  return noted === orders.length ? faults : [...faults, `${noted} effects are noted for ${orders.length} orders`];
}

/**
 * A shop sends its orders in bursts, by this many connections, some twice at once and some again at the end; the service is
 * killed meanwhile, and what got no answer is sent again. Then the stock of each product is compared.
 */
export async function surviveOrders(
  folder: string,
  { orders: count, connections, kills }: { orders: number; connections: number; kills: number },
): Promise<OrderReport> {
  await Bun.write(join(folder, "here"), "");
  let service = await startService({ folder });
  await given(service);
  const orders = Array.from(
    { length: count },
    (_, number): Order => ({
      delivery: `delivery-${number}`,
      product: number % PRODUCTS,
      quantity: 1 + (number % 3),
    }),
  );
  const queue = orders.flatMap((order, number) => (number % DOUBLED_EVERY === 0 ? [order, order] : [order]));
  queue.push(...orders.filter((_, number) => number % REPLAYED_EVERY === 0));
  let [next, sent] = [0, 0];
  const startedAtMs = performance.now();
  const send = async () => {
    for (let order = queue[next++]; order; order = queue[next++]) {
      await deliver(() => service.url, order);
      sent++;
    }
  };
  const senders = Array.from({ length: connections }, send);
  for (let kill = 1; kill <= kills; kill++) {
    while (sent < (queue.length * kill) / (kills + 1)) await Bun.sleep(1);
    await service.kill("SIGKILL");
    service = await startService({ folder });
  }
  await Promise.all(senders);
  const perSecond = (sent * 1_000) / (performance.now() - startedAtMs);
  const exitCode = await service.kill("SIGTERM");
  const faults = [...faultsOf(folder, orders), ...(exitCode === 0 ? [] : [`the last stop exited with ${exitCode}`])];
  return { sent, perSecond, faults };
}

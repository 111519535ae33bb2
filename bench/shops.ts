import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { surviveOrders } from "../test/crash/take-orders.ts";
import { openPlainShopify, openPlainWooCommerce, PLAIN_SHOPS } from "../test/doubles/plain-shops.ts";
import { newApiKey, startService } from "../test/servers/service.ts";
import { type Client, openClient } from "./client.ts";
import { followChanges } from "./live-changes.ts";
import { quantile } from "./load.ts";
import { ENV } from "./place.ts";
import { callsOfAll, callsTable, rowsToRenew } from "./shop-calls.ts";
import { type Line, measuredOn, printTable } from "./table.ts";

/**
 * `npm run bench:shops`: the sources, with shops on loopback. How fast products are pushed; how long changes take from the
 * request that makes them until they arrive at a shop that answers after 100 ms, `--rate` of them a second (100) for
 * `--seconds` (60); how fast orders of shops are taken; how many calls each platform takes for a thousand products.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { seconds: { type: "string", default: "60" }, rate: { type: "string", default: "100" } },
});
const PRODUCTS = 5_000;
const CHANGED = 1_000;
const ORDERS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-shops-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const lines: Line[] = [];
const say = (work: string, value: number, unit: Line["unit"], target = "") => {
  lines.push({ work, value, unit, target });
  process.stderr.write(`${work}: ${Math.round(value)} ${unit} (load ${loadavg()[0]?.toFixed(1)})\n`);
};

async function addProducts({ call }: Client): Promise<void> {
  for (let from = 0; from < PRODUCTS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, place) => ({
      reference: `B-${from + place}`,
      name: `Product ${from + place}`,
      price_ttc: 20,
    }));
    await call("POST", "/appsync/products/sync", rows);
  }
}

/** Pushes the first products of the catalog, or all of it. Returns how many a second. */
async function pushAll({ call }: Client, path: string, ids?: string[]): Promise<number> {
  const startedAtMs = performance.now();
  const { job_id: id } = await call("POST", `${path}/sync/push-products`, ids ? { product_ids: ids } : {});
  for (;;) {
    const { status, pushed, errors } = await call("GET", `${path}/sync/jobs/${id}`);
    if (status === "completed" && errors === 0) return (pushed * 1_000) / (performance.now() - startedAtMs);
    if (status !== "processing") throw new Error(`The push has ended ${status} with ${errors} errors`);
    await Bun.sleep(5);
  }
}

const service = await startService({ folder, env: { ...ENV, ...PLAIN_SHOPS } });
const client = openClient(service.url, await newApiKey(service.url));
await addProducts(client);
const { items } = await client.call("GET", "/products?per_page=100");
const more = await client.call("GET", "/products?per_page=100&page=2");
const last = await client.call("GET", "/products?per_page=100&page=3");
const some: string[] = [...items, ...more.items, ...last.items].map(({ id }) => id).slice(0, 250);

for (const open of [openPlainShopify, openPlainWooCommerce]) {
  const shop = await open();
  const name = open === openPlainShopify ? "Shopify" : "WooCommerce";
  const given = { platform_id: name.toLowerCase(), name, credentials: shop.credentials };
  const { id } = await client.call("POST", "/connectors", given);
  const path = `/connectors/${id}`;
  const few = await pushAll(client, path, some);
  say(`250 products pushed to a ${name} in ${shop.requests()} requests`, few, "/s");
  if (open === openPlainWooCommerce) say(`${PRODUCTS} products pushed to it`, await pushAll(client, path), "/s");
  await client.call("PATCH", path, { is_active: false });
  shop.close();
}

const followed = await followChanges(client, {
  products: CHANGED,
  perSecond: Number(values.rate),
  seconds: Number(values.seconds),
});
const { delaysMs, requests, mostInFlight } = followed;
const work = `${delaysMs.length} changes, ${values.rate}/s, in ${requests} requests, ${mostInFlight} at once, to the shop`;
say(`${work}: p50`, quantile(delaysMs, 0.5), "ms");
say(`${work}: p95`, quantile(delaysMs, 0.95), "ms", "≤ 2,000");
say(`${work}: longest`, quantile(delaysMs, 1), "ms");
await service.kill("SIGTERM");

const orders = await surviveOrders(join(folder, "orders"), { orders: ORDERS, connections: 64, kills: 0 });
if (orders.faults.length > 0) throw new Error(orders.faults.join("\n"));
say(`deliveries of orders by 64 connections, ${orders.sent} of ${ORDERS}`, orders.perSecond, "/s");
const calls = await callsOfAll();
stdout.write(`${callsTable(calls)}\n\n${printTable(lines, measuredOn(PRODUCTS, ["the sources"]), {})}\n`);
const renewed = await rowsToRenew(calls);
if (renewed.length > 0) throw new Error(`docs/connectors.md has other calls than these:\n${renewed.join("\n")}`);
process.exit();

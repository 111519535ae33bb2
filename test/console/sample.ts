import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import products from "../../src/cli/demo-products.csv" with { type: "text" };
import { temporaryFolder } from "../cleanup.ts";
import { openChatProvider, providerSetting } from "../doubles/chat-provider.ts";
import { type Received, wooCommerce } from "../doubles/shops.ts";
import { newApiKey, startService } from "../servers/service.ts";
import { callerOf } from "./caller.ts";

type Call = Awaited<ReturnType<typeof callerOf>>;
const WAIT_MS = 30_000;

/** Waits until something is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const givesUpAtMs = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > givesUpAtMs) throw new Error(`It is still not so: ${isSo}`);
    await Bun.sleep(50);
  }
}

/** A WooCommerce shop of another process's kind: plain HTTP on loopback. */
export async function openPlainShop() {
  const shop = wooCommerce();
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const asked = { method, path: url, headers, text: await textOf(request) } as unknown as Received;
    const { status = 200, headers: more = {}, json } = shop.reply(asked) ?? {};
    response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { ...shop, credentials: shop.credentialsAt(`http://127.0.0.1:${port}`) };
}

/** Connects a Shopify shop that only reports orders, each of a SKU that no product has. */
export async function reportOrders(url: string, call: Call, skus: readonly string[]): Promise<string> {
  const secret = crypto.randomUUID();
  const credentials = { shop_url: "https://orders.example", access_token: "t", webhook_secret: secret };
  const { id } = await call("POST", "/connectors", { platform_id: "shopify", name: "Shopify FR", credentials });
  for (const [index, sku] of skus.entries()) {
    const lines = [{ id: 1, sku, quantity: index + 2 }];
    const order = JSON.stringify({ id: index + 1, created_at: "2026-11-25T10:00:00Z", line_items: lines });
    const answer = await fetch(`${url}/api/v1/connectors/shopify/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-shopify-hmac-sha256": createHmac("sha256", secret).update(order).digest("base64"),
        "x-shopify-topic": "orders/create",
        "x-shopify-webhook-id": crypto.randomUUID(),
      },
      body: order,
    });
    if (!answer.ok) throw new Error(`The shop's order was answered ${answer.status}: ${await answer.text()}`);
  }
  return String(id);
}

/** The forty sample products, as the console's first screen imports them. */
async function importSample(url: string, key: string, call: Call): Promise<void> {
  const form = new FormData();
  form.append("file", new File([products], "tarif-novembre.csv", { type: "text/csv" }));
  const headers = { "x-api-key": key };
  const uploaded = await fetch(`${url}/api/v1/imports/upload`, { method: "POST", headers, body: form });
  const { id, data } = (await uploaded.json()) as {
    id: string;
    data: { file_analysis: { suggested_mapping: object } };
  };
  await call("POST", `/imports/${id}/save-mapping`, { column_mapping: data.file_analysis.suggested_mapping });
  await call("POST", `/imports/${id}/start-processing`);
  await until(async () => (await call("GET", `/imports/${id}`))["status"] === "completed");
}

interface Sold {
  id: string;
  ean: string;
  title: string;
  price: number;
}
const PEOPLE = ["camille.roux", "jonas.weber", "marta.silva"];

const SYNC_KEY = "sample-sync-key-0123456789";
/** Prices of competitors come from a scraper, by a key of its own. */
async function observe(url: string, observations: object[]): Promise<void> {
  const answer = await fetch(`${url}/api/v1/prices/observations`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-sync-key": SYNC_KEY },
    body: JSON.stringify({ observations }),
  });
  if (!answer.ok) throw new Error(`The observations were answered ${answer.status}: ${await answer.text()}`);
}

async function watchPrices(url: string, call: Call, sold: readonly Sold[]): Promise<void> {
  const [first, second, third] = sold;
  if (!first || !second || !third) throw new Error("the sample has no products");
  const seen = (product: Sold, name: string, part: number) => ({
    internal_sku: product.ean,
    competitor_name: name,
    competitor_url: `https://${name.toLowerCase()}.example/p/${product.ean}`,
    price_ttc: Math.round(product.price * part * 100) / 100,
  });
  await call("PUT", "/settings/scraper-sync-key", { enabled: true, key: SYNC_KEY });
  await call("POST", "/prices/monitored/bulk", { product_ids: sold.map(({ id }) => id) });
  await call("PATCH", `/prices/map/${first.id}`, { map_price: first.price });
  await call("POST", "/prices/alerts", { product_id: second.id, alert_type: "below", threshold: second.price });
  for (const round of [1, 0.94]) {
    const observations = sold.flatMap((product, index) => [
      seen(product, "Boulanger", (1.02 + index / 100) * round),
      seen(product, "Darty", (0.98 + index / 200) * round),
    ]);
    await observe(url, observations);
  }
  // Ten times the price: somebody has to look at it.
  await observe(url, [seen(third, "Darty", 9.8)]);
  const { id } = await call("POST", "/price-lists", { name: "Professionnels", channel: "b2b", currency: "EUR" });
  for (const { id: product, price } of sold.slice(0, 6)) {
    await call("POST", `/price-lists/${id}/entries`, { product_id: product, price: Math.round(price * 90) / 100 });
  }
  await call("POST", "/prices/repricing/rules", {
    name: "Follow the cheapest",
    action: { type: "undercut_amount", value: 0.1 },
    bounds: { max_change_percent: 10 },
  });
}

/** A service whose catalog is that of a small team in the middle of its week: something stands on every screen. */
export async function startSample() {
  const env = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };
  const [provider, shop] = await Promise.all([openChatProvider({ isPlain: true }), openPlainShop()]);
  provider.says((asked) =>
    asked.includes("Chef's knife") || asked.includes("knife")
      ? "<p>Un couteau de chef pour tous les jours : sa longue lame hache, tranche et coupe avec la même aisance.</p>"
      : "<p>Une pièce de qualité, faite pour durer et facile à entretenir.</p>",
  );
  const service = await startService({ folder: temporaryFolder(), env });
  const [call, key] = [await callerOf(service.url), await newApiKey(service.url)];
  await call("PUT", "/settings/ai-provider", providerSetting(provider.baseUrl));
  await importSample(service.url, key, call);
  const { items } = (await call("GET", "/products?limit=12&sort_by=title")) as unknown as { items: Sold[] };
  for (const { id } of items.slice(0, 4)) {
    await call("POST", `/enrichment/products/${id}?types=descriptions&auto_apply=never`);
  }
  for (const [index, title] of ["Bodenlaterne aus Zink", "Holzschrauben, 200 Stück"].entries()) {
    const path = `/products/${items[index]?.id}/content-variants/de`;
    await call("PUT", path, { title, description: "<p>Glas an vier Seiten, 38 cm.</p>" });
    await call("PATCH", `${path}/review`, { reviewed: false });
  }
  await watchPrices(service.url, call, items);
  const dead = { name: "ERP", url: "https://127.0.0.1:9/hooks", events: ["product.updated"], max_retries: 0 };
  await call("POST", "/webhooks", dead);
  await call("PATCH", `/products/${items[0]?.id}`, { color: "Acier" });
  const given = { platform_id: "woocommerce", name: "Boutique FR", credentials: shop.credentials };
  const { id: connector } = await call("POST", "/connectors", given);
  const sync = await call("POST", `/connectors/${connector}/sync/push-products`);
  await until(async () => {
    const job = await call("GET", `/connectors/${connector}/sync/jobs/${sync["job_id"]}`);
    return job["status"] === "completed";
  });
  await call("PATCH", `/products/${items[1]?.id}`, { title: "Couteau à pain 24 cm, hêtre", price: 36.9 });
  await reportOrders(service.url, call, ["OLD-BREAD-24", "OLD-CASSEROLE"]);
  for (const name of PEOPLE)
    await call("POST", "/settings/users/invite", { email: `${name}@example.com`, role: "editor" });
  return { service, call, key, shop, provider, connector: String(connector), products: items };
}

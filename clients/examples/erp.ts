// Keeps a small ERP in step with catalogd. Get the client first:  curl -O http://localhost:3000/docs/client.ts && mv client.ts catalogd.ts
//   bun erp.ts load items.csv            the first load, as a file
//   bun erp.ts push items.csv            stock and prices: let cron run it every five minutes
//   bun erp.ts pull                      what has changed in catalogd since the last time
//   bun erp.ts rename pen-yellow "New name"   a change that keeps those of others
//   bun erp.ts listen                    changes as they happen, by a webhook to PORT
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { Catalogd, CatalogdError, verifyWebhook, WebhookRefused } from "./catalogd.ts";

const { CATALOGD_URL: baseUrl = "http://localhost:3000", CATALOGD_KEY: apiKey, PORT = "8080" } = process.env;
const SINCE_FILE = "since.txt";
const BATCH = 1_000;
// What is safe to repeat is repeated after 429 and 503, when the service says so; a write needs a key of its own for that.
const catalogd = new Catalogd({ baseUrl, apiKey, retries: 5 });

/** The first load. The file is analysed, its columns are named, and its rows are applied in the background. */
async function load(path: string): Promise<void> {
  const file = new File([await readFile(path)], path);
  const { id } = await catalogd.imports.uploadImport({ file });
  await catalogd.imports.saveImportMapping(id, {
    column_mapping: { reference: "sku", ean: "ean", name: "name", price: "price", stock: "stock" },
  });
  await catalogd.imports.startImport(id);
  const { status, products_created: created, failed_rows: failed } = await catalogd.imports.waitForImport(id);
  console.log(`${status}: ${created} created, ${failed} failed`);
  for await (const { row_number: row, field, message } of catalogd.imports.allImportErrors(id)) {
    console.log(`row ${row}: ${field}: ${message}`);
  }
}

async function rowsOf(path: string) {
  const [, ...lines] = (await readFile(path, "utf8")).trim().split("\n");
  return lines.map((line) => {
    const [reference = "", ean = "", name = "", price = "", stock = ""] = line.split(",");
    return { reference, ean, name, price: Number(price), stock: Number(stock) };
  });
}

/** Stock and prices. Sending the same again changes nothing; what the catalog does not know is named. */
async function push(path: string): Promise<void> {
  const rows = await rowsOf(path);
  const unknown = new Set<string>();
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const stock = batch.map(({ ean, stock: quantity }) => ({ ean, stock: quantity }));
    const prices = batch.map(({ ean, price }) => ({ ean, price_ttc: price }));
    const { data } = await catalogd.appsync.updateSyncStock(stock, { idempotencyKey: crypto.randomUUID() });
    await catalogd.appsync.updateSyncPrices(prices, { idempotencyKey: crypto.randomUUID() });
    for (const { ean, status } of data) if (status === "not_found") unknown.add(ean);
  }
  console.log(`pushed ${rows.length}, unknown: ${[...unknown].join(", ") || "none"}`);
}

/** What has changed. The second of the last change is read again next time: apply it again. */
async function pull(): Promise<void> {
  let since = Number(await readFile(SINCE_FILE, "utf8").catch(() => "0"));
  for await (const { reference, name, price_ttc: price, stock, updated_at: at } of catalogd.appsync.allSyncChanges(since)) {
    console.log(`${reference} ${name}: ${price}, ${stock} pieces`);
    since = Math.max(since, Math.floor(Date.parse(at) / 1000));
  }
  await writeFile(SINCE_FILE, String(since));
}

/** Reads, changes and writes; starts again when somebody else was faster (412). */
async function rename(reference: string, name: string): Promise<void> {
  const { id } = (await catalogd.appsync.getSyncProduct(reference)).data;
  for (;;) {
    let ifMatch: string | undefined;
    const onResponse = ({ headers }: Response) => {
      ifMatch = headers.get("etag") ?? undefined;
    };
    const { title } = await catalogd.products.getProduct(id, {}, { onResponse });
    if (title === name) break;
    try {
      await catalogd.products.updateProduct(id, { name }, { ifMatch });
    } catch (error) {
      if (!(error instanceof CatalogdError) || error.status !== 412) throw error;
    }
  }
  console.log(`${reference} is called ${name}`);
}

/** Changes as they happen. An event says that something has changed; `pull` reads what. */
async function listen(): Promise<void> {
  const url = process.env["RECEIVER_URL"] ?? `http://127.0.0.1:${PORT}/`;
  const events = ["product.created", "product.updated", "product.deleted", "stock.updated", "price.updated"] as const;
  const seen = new Set<string>();
  let secret = "";
  const server = createServer(async (request, response) => {
    try {
      const event = await verifyWebhook(await text(request), request.headers, secret);
      response.writeHead(204).end();
      if (seen.has(event.id)) return;
      seen.add(event.id);
      console.log(event.event);
      if (event.event === "product.deleted") console.log("deleted", event.data.ean);
      else await pull();
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      response.writeHead(400).end();
    }
  });
  await once(server.listen(Number(PORT)), "listening");
  // Started again it takes the webhook that is there, with a new secret: the old one signs beside it for a day.
  const { items } = await catalogd.webhooks.listWebhooks({ per_page: 100 });
  const known = items.find((each) => each.url === url);
  const webhook = known
    ? await catalogd.webhooks.rotateWebhookSecret(known.id)
    : await catalogd.webhooks.createWebhook({ name: "ERP", url, events: [...events] });
  secret = ("secret" in webhook ? webhook.secret : webhook.generated_secret) ?? "";
  console.log(`webhook ${webhook.id}`);
}

const COMMANDS: Record<string, (...words: string[]) => Promise<void>> = {
  load: (path = "items.csv") => load(path),
  push: (path = "items.csv") => push(path),
  pull,
  rename: (reference = "", name = "") => rename(reference, name),
  listen,
};
const [command = "", ...words] = process.argv.slice(2);
try {
  await COMMANDS[command]?.(...words);
} catch (error) {
  if (!(error instanceof CatalogdError)) throw error;
  // It names the fields and the request.
  console.error(String(error));
  process.exitCode = 1;
}

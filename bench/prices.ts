import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { stdout } from "node:process";
import { openConnection } from "../db/local/connection.ts";
import { newApiKey, startService } from "../test/servers/service.ts";
import { type Client, openClient } from "./client.ts";
import { cpuLine, FIGURES, untilIdle } from "./cpu-per-request.ts";
import { quantile } from "./load.ts";
import { ENV } from "./place.ts";
import { putSetting } from "./put-setting.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { watchLag } from "./watch.ts";

/**
 * `npm run bench:prices`: the sources, with 50,000 products that four competitors sell, 200,000 latest prices, a minimum
 * advertised price each, of 200 brands and 300 categories, and a history of a million observations. Prints what was measured; the
 * CPU of each figure with own prices that contain tax, and with those that do not.
 */
const PRODUCTS = 50_000;
const SHOPS = ["Alpha", "Beta", "Gamma", "Delta"];
const BRANDS = 200;
const CATEGORIES = 300;
const TAX_CLASS = "books";
const AT_ONCE = 5_000;
const HISTORY = 1_000_000;
const POINTS = 10_000;
const SYNC_KEY = "a-key-of-the-benchmark";

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-prices-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The GTIN-13 of a product. */
function eanOf(product: number): string {
  const body = `2${String(product).padStart(11, "0")}`;
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return body + ((10 - (sum % 10)) % 10);
}

async function open() {
  const service = await startService({ folder, env: ENV });
  return { service, client: openClient(service.url, await newApiKey(service.url)) };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function addProducts({ client }: Opened): Promise<void> {
  const rows = Array.from({ length: PRODUCTS }, (_, product) => {
    const groups = `Brand ${product % BRANDS},Category ${product % CATEGORIES}`;
    return `${eanOf(product)},Product ${product},20.00,8.00,${groups},${product % 4 === 0 ? TAX_CLASS : ""}`;
  });
  const file = join(folder, "products.csv");
  await Bun.write(file, `ean,name,price,cost_price,brand,category,tax_class\n${rows.join("\n")}\n`);
  await client.runImport(await client.prepareImport(file));
}

/** Says that own prices are without tax, of which there are two rates. */
async function leaveTaxOut({ service }: Opened): Promise<void> {
  for (const [tax_class, rate] of [
    ["standard", 20],
    [TAX_CLASS, 5.5],
  ]) {
    await putSetting(service.url, "/settings/tax/rates", { tax_class, country: "FR", rate }, "POST");
  }
  await putSetting(service.url, "/settings/tax", { country: "FR", prices_include_tax: false });
}

async function setSyncKey({ service }: Opened): Promise<void> {
  await putSetting(service.url, "/settings/scraper-sync-key", { enabled: true, key: SYNC_KEY });
}

/** Sends observations of products from one on, 5,000 a call; every fifth is below the minimum. Answers how many a second. */
async function observe({ service }: Opened, calls: number, round: number): Promise<number> {
  const startedAtMs = performance.now();
  for (let call = 0; call < calls; call++) {
    const observations = Array.from({ length: AT_ONCE }, (_, place) => {
      const at = call * AT_ONCE + place;
      const product = Math.floor(at / SHOPS.length) % PRODUCTS;
      const shop = SHOPS[at % SHOPS.length];
      const price = product % 5 === 0 ? 17.5 : 19.5;
      return {
        internal_sku: eanOf(product),
        competitor_name: shop,
        competitor_url: `https://${shop}.example/p/${product}`,
        price_ttc: price + round / 100,
      };
    });
    const answer = await fetch(`${service.url}/api/v1/prices/observations`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sync-key": SYNC_KEY },
      body: JSON.stringify({ observations }),
    });
    const { accepted, pending_validation: pending } = (await answer.json()) as Record<string, number>;
    if (accepted !== AT_ONCE || pending !== 0) throw new Error(`${accepted} accepted, ${pending} pending`);
  }
  return (calls * AT_ONCE * 1_000) / (performance.now() - startedAtMs);
}

/** Fills the history up to a million, and to 10,000 points of the first product, while no service runs. */
function addHistory(): void {
  const connection = openConnection(join(folder, "data", "catalogd.db"), "writer");
  const columns = "tenant_id, product_id, competitor_id, url, price_cents, is_valid, observed_at_ms";
  const copy = (from: string, more: number, order: string) =>
    connection.rows(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < :more)
       insert into competitor_observation (${columns})
         select tenant_id, product_id, competitor_id, url, price_cents + n.i, 1, observed_at_ms - n.i * 60000
           from n cross join (${from}) ${order}`,
      { more },
    );
  copy("select * from competitor_observation", HISTORY / (PRODUCTS * SHOPS.length) - 1, "order by n.i desc");
  copy("select * from competitor_observation order by row_id limit 1", POINTS, "");
  connection.close();
}

/** The time that half of the requests do not exceed. */
async function median(client: Client, path: string, times = 40): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const startedAtMs = performance.now();
    await client.call("GET", path);
    took.push(performance.now() - startedAtMs);
  }
  return quantile(took, 0.5);
}

async function setMapPrices({ client }: Opened): Promise<void> {
  const ids: string[] = [];
  for (let cursor = ""; ids.length < PRODUCTS; ) {
    const { items, meta } = await client.call("GET", `/products?per_page=100${cursor}`);
    ids.push(...items.map(({ id }: { id: string }) => id));
    if (!meta.next_cursor) break;
    cursor = `&cursor=${meta.next_cursor}`;
  }
  for (let from = 0; from < ids.length; from += 1_000) {
    const items = ids.slice(from, from + 1_000).map((id) => ({ product_id: id, map_price: 19 }));
    await client.call("POST", "/prices/map/bulk", { items });
  }
}

/** What a simulation of all products takes, and how the HTTP thread fares meanwhile. */
async function simulate({ service, client }: Opened): Promise<Line[]> {
  const rule = { name: "Follow", action: { type: "undercut_amount", value: 0.1 }, bounds: { rounding: "none" } };
  const { id } = await client.call("POST", "/prices/repricing/rules", rule);
  const lagOf = await watchLag(service.url);
  const startedAtMs = performance.now();
  const { evaluated } = await client.call("POST", "/prices/repricing/simulate", { rule_ids: [id] });
  const tookMs = performance.now() - startedAtMs;
  const { p99Ms, maxMs } = await lagOf();
  return [
    {
      work: `simulation over ${evaluated.toLocaleString("en")} products`,
      value: tookMs,
      unit: "ms",
      target: "≤ 5,000",
    },
    { work: "event-loop lag meanwhile, p99", value: p99Ms, unit: "ms", target: "≤ 10" },
    { work: "event-loop lag meanwhile, longest", value: maxMs, unit: "ms", target: "≤ 50" },
  ];
}

const first = await open();
await addProducts(first);
await setSyncKey(first);
const fresh = await observe(first, (PRODUCTS * SHOPS.length) / AT_ONCE, 0);
await setMapPrices(first);
await first.service.kill("SIGTERM");
addHistory();

const opened = await open();
const { client } = opened;
const grown = await observe(opened, 20, 1);
const [{ product_id: other }] = (await client.call("GET", "/prices/map/violations?page_size=1")).items;
const longest = (await client.call("GET", `/products?ean=${eanOf(0)}`)).items[0].id;
const lines: Line[] = [];
const say = (...measured: Line[]) => {
  lines.push(...measured);
  for (const { work, value, unit } of measured) process.stderr.write(`${work}: ${Math.round(value)} ${unit}\n`);
};
const page = async (work: string, path: string, target: string, times?: number) =>
  say({ work, value: await median(client, path, times), unit: "ms", target });
say({ work: "observations, 5,000 a call, into an empty history", value: fresh, unit: "/s", target: "" });
say({ work: "observations, 5,000 a call, into a million", value: grown, unit: "/s", target: "≥ 5,000" });
await page("MAP violations, a page", "/prices/map/violations", "≤ 50");
await page("MAP statistics", "/prices/map/stats", "≤ 50");
await page("dashboard", "/prices/dashboard", "≤ 50");
await page("history of a product, the newest 100 of 10,000", `/prices/history/${longest}?limit=100`, "≤ 10");
await page("history of a product, all 10,000", `/prices/history/${longest}`, "", 10);
await page("status of a monitored product", `/prices/monitored/${other}/status`, "");
const figures = async (prices: string) => {
  for (const [work, path] of FIGURES) {
    say(await cpuLine({ pid: opened.service.pid, client }, `${work}${prices}`, path));
  }
};
await figures("");
say(...(await simulate(opened)));
await leaveTaxOut(opened);
await untilIdle(opened.service.pid);
await figures(", prices without tax");
stdout.write(`${printTable(lines, measuredOn(PRODUCTS, ["the sources"]), {})}\n`);
await opened.service.kill("SIGTERM");
process.exit();

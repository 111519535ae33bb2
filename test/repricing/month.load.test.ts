import { expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { clientWith, clock, runJobs, services } from "../harness.ts";
import { scrapedTenant } from "../price-monitor/scraper.ts";
import { sized } from "../sized.ts";
import { Sheet, type SheetProduct } from "./month-sheet.ts";

const [PRODUCTS, DAYS] = sized<[number, number]>([120, 10], [20_000, 30]);
const [COMPETITORS, AT_ONCE, DAY_MS] = [8, 500, 86_400_000];
const CURRENCIES = ["EUR", "CHF", "JPY"] as const;
const ACTIONS = {
  EUR: { type: "undercut_amount", value: 0.1 },
  CHF: { type: "match_lowest" },
  JPY: { type: "undercut_percent", value: 2 },
};

/** The same numbers each time, from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
type Random = ReturnType<typeof dice>;
const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1));
const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));

type Tenant = Awaited<ReturnType<typeof scrapedTenant>>;
const adminOf = async (tenant: Tenant) => clientWith({ authorization: `Bearer ${await tenant.openAdminToken()}` });

/** A shop in France whose products have prices with tax, costs, and partly a minimum advertised price. */
async function openShop(tenant: Tenant, random: Random): Promise<SheetProduct[]> {
  const admin = await adminOf(tenant);
  await admin.put("/settings/tax", { country: "FR", prices_include_tax: true });
  await admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await admin.post("/settings/tax/rates", { tax_class: "reduced", country: "FR", rate: 5.5 });
  const products = Array.from({ length: PRODUCTS }, (_, place): SheetProduct => {
    const price = between(random, 500, 60_000);
    const cost = Math.floor((price * between(random, 40, 80)) / 100);
    const map = random() < 0.3 ? between(random, 400, price) : null;
    return { id: "", sku: `M-${place}`, price, cost, map, tax: random() < 0.3 ? 5.5 : 20, chf: null, jpy: null };
  });
  for (const part of chunks(products, AT_ONCE)) {
    const rows = part.map(({ sku, price, cost, tax }) => ({
      ...{ title: sku, reference: sku, priceCents: price, costPriceCents: cost },
      extra: { tax_class: tax === 20 ? "standard" : "reduced" },
    }));
    const ids = await services.write(addProducts, tenant.id, rows);
    for (const [place, product] of part.entries()) product.id = ids[place] ?? "";
    const items = part.flatMap(({ id, map }) => (map === null ? [] : [{ product_id: id, map_price: map / 100 }]));
    expect((await tenant.post("/prices/map/bulk", { items })).body.updated).toBe(items.length);
  }
  return products;
}

/** A list of all products in another currency; returns its id. */
async function addList(tenant: Tenant, products: readonly SheetProduct[], currency: "CHF" | "JPY"): Promise<string> {
  const body = { name: currency, channel: currency, currency, prices_include_tax: currency === "JPY" };
  const { id } = (await tenant.post("/price-lists", body)).body;
  for (const part of chunks(products, AT_ONCE)) {
    const entries = part.map((product) => {
      const cents = currency === "CHF" ? product.price : Math.round(product.price * 1.6) * 100;
      product[currency === "CHF" ? "chf" : "jpy"] = cents;
      return { product_id: product.id, price: cents / 100 };
    });
    expect((await tenant.post(`/price-lists/${id}/entries/bulk`, { entries })).body.created).toBe(part.length);
  }
  return id;
}

async function addRule(tenant: Tenant, currency: (typeof CURRENCIES)[number], list: string | undefined) {
  const endings = { EUR: "x.99", CHF: "0.05", JPY: "x90" };
  const { body } = await tenant.post("/prices/repricing/rules", {
    ...{ name: currency, action: ACTIONS[currency] },
    bounds: { min_margin_percent: 10, max_change_percent: 9, endings },
    target: list === undefined ? "base" : { price_list_id: list },
  });
  return String(body.id);
}

/** What a competitor asks in its own currency. */
function quoted(competitor: number, euros: number): { amount: number; currency: string } {
  if (competitor === 7) return { amount: Math.round(euros * 160), currency: "JPY" };
  if (competitor === 6) return { amount: Math.round(euros * 110) / 100, currency: "USD" };
  return { amount: Math.round(euros * 100) / 100, currency: "EUR" };
}

/** What is seen on a day: each competitor of a product with one chance in four, in euros, dollars or yen. */
function seenOn(sheet: Sheet, { skus, base }: { skus: string[]; base: number[] }, random: Random) {
  const all = skus.flatMap((sku, place) => Array.from({ length: COMPETITORS }, (_, shop) => ({ sku, place, shop })));
  return all
    .filter(() => random() < 0.25)
    .map(({ sku, place, shop }) => {
      const euros = ((base[place] ?? 0) / 100) * (0.85 + 0.3 * random());
      const { amount, currency } = quoted(shop, euros);
      sheet.see(place, shop, amount, currency);
      const url = `https://shop${shop}.example/${sku}`;
      return { internal_sku: sku, competitor_name: `Shop ${shop}`, competitor_url: url, price_ttc: amount, currency };
    });
}

/** Runs a rule; returns how many prices it has changed. */
async function reprice(tenant: Tenant, ruleId: string | undefined): Promise<unknown[]> {
  const { body: simulated } = await tenant.post("/prices/repricing/simulate", { rule_ids: [ruleId] });
  const { body: run } = await tenant.post("/prices/repricing/run", { simulation_id: simulated.simulation_id });
  await runJobs();
  const made = (await tenant.get(`/prices/repricing/runs/${run.id}`)).body;
  return [made.status, made.changed];
}

/** What the file of positions says of each product, by its SKU. */
async function exportedPositions(tenant: Tenant): Promise<Map<string, (number | string)[]>> {
  const [head = "", ...lines] = (await tenant.get("/prices/positions/export")).body.trim().split("\r\n");
  const names = head.split(",");
  const figures = [
    "own_price",
    "lowest_price",
    "average_price",
    "highest_price",
    "competitors_count",
    "cheaper_count",
    "gap",
  ];
  return new Map(
    lines.map((line: string) => {
      const cell = (name: string) => line.split(",")[names.indexOf(name)] ?? "";
      return [cell("sku"), [cell("position"), ...figures.map((name) => Number(cell(name)))]];
    }),
  );
}

const OWN = "select reference, price_cents from product where tenant_id = :tenant and :list = '' order by row_id";
const LISTED = `select product.reference, entry.price_cents from price_list_entry entry
  join product on product.tenant_id = :tenant and product.id = entry.product_id
  where entry.tenant_id = :tenant and entry.price_list_id = :list order by product.row_id`;
const stored = (tenant: Tenant, list = "") =>
  tenant.db.all(list === "" ? OWN : LISTED, { list }, (row) => [String(row["reference"]), Number(row["price_cents"])]);

test(`a shop in three currencies follows eight competitors for ${DAYS} days, with the figures of a spreadsheet`, async () => {
  const random = dice(37);
  const tenant = await scrapedTenant();
  const products = await openShop(tenant, random);
  const [skus, base] = [products.map(({ sku }) => sku), products.map(({ price }) => price)];
  const [swiss, japan] = [await addList(tenant, products, "CHF"), await addList(tenant, products, "JPY")];
  const rules = {
    EUR: await addRule(tenant, "EUR", undefined),
    CHF: await addRule(tenant, "CHF", swiss),
    JPY: await addRule(tenant, "JPY", japan),
  };
  const sheet = new Sheet(products);

  for (let day = 0; day < DAYS; day++) {
    clock.nowMs += DAY_MS;
    const rate = (low: number, high: number) => between(random, low, high) / 10_000;
    const rates = { CHF: rate(9_200, 9_900), JPY: rate(1_550_000, 1_650_000), USD: rate(10_500, 11_500) };
    await (await adminOf(tenant)).put("/settings/exchange-rates", { rates });
    sheet.newDay(clock.nowMs, rates);
    for (const part of chunks(seenOn(sheet, { skus, base }, random), 2_000)) {
      const { body } = await tenant.observe(...part);
      expect([body.accepted, body.pending_validation]).toEqual([part.length, 0]);
    }
    for (const currency of CURRENCIES) {
      const made = await reprice(tenant, rules[currency]);
      expect([day, currency, ...made]).toEqual([day, currency, "completed", sheet.reprice(currency)]);
    }
  }

  expect(await stored(tenant)).toEqual(products.map(({ sku, price }) => [sku, price]));
  expect(await stored(tenant, swiss)).toEqual(products.map(({ sku, chf }) => [sku, chf ?? 0]));
  expect(await stored(tenant, japan)).toEqual(products.map(({ sku, jpy }) => [sku, jpy ?? 0]));
  const positions = await exportedPositions(tenant);
  expect(positions.size).toBe(sheet.positions().size);
  for (const [sku, figures] of sheet.positions()) expect([sku, positions.get(sku)]).toEqual([sku, figures]);
  expect((await tenant.get("/prices/map/violations?page_size=1")).body.total).toBe(sheet.violations());
  expect((await tenant.get("/prices/repricing/history?page_size=1")).body.total).toBe(sheet.changes);
  expect(sheet.changes).toBeGreaterThan(PRODUCTS * CURRENCIES.length);
}, 4_000_000);

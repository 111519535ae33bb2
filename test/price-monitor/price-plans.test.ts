import { expect, test } from "bun:test";
import { txOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import type { Tx } from "../../db/ports.ts";
import { prepareIndex } from "../../db/prepare-index.ts";
import { findLastTriggers, listActiveAlerts } from "../../db/price-alerts/alerts.ts";
import { noteCheckSummaries } from "../../db/price-monitor/checks.ts";
import { listCompetitorPages, listUnknownPages } from "../../db/price-monitor/watched.ts";
import { setMapPrices } from "../../db/pricing/map-prices.ts";
import { followOwnPrices } from "../../db/pricing/product-prices.ts";
import { listFacts } from "../../db/repricing/facts.ts";
import { type Args, parameterNames, text } from "../../db/rows.ts";
import { newId } from "../../src/runtime/new-id.ts";

const connection = openConnection(":memory:", "writer");
await migrate(connection);
await prepareIndex(connection);

const productId = newId();
const price = { productId, priceCents: 5 };
const check = { productId, sources: 1, prices: 1, errors: 0, results: [] };
const periods = { tier1_high: 1, tier2_medium: 1, tier3_standard: 1 };
/** What is changed of some products must not be looked for among those of all: a tenant has hundreds of thousands. */
const WORKS: [string, (tx: Tx) => Promise<unknown>][] = [
  ["minimum advertised prices", (tx) => setMapPrices(tx, [price], 1)],
  ["own prices", (tx) => followOwnPrices(tx, [price], 1)],
  ["checks", (tx) => noteCheckSummaries(tx, [check], { nowMs: 1, periods })],
];

/** How SQLite would go about a statement. */
function planOf(sql: string): string[] {
  const nothing: Args = Object.fromEntries(parameterNames(sql).map((name) => [name, null]));
  return connection.rows(`explain query plan ${sql}`, nothing).map((row) => text(row, "detail"));
}

test.each(WORKS)("S39 %s are stored by product", async (_, work) => {
  const steps: string[] = [];
  const run = (sql: string) => {
    steps.push(...planOf(sql));
    return 0;
  };
  const runMany = (sql: string) => void run(sql);
  await work(txOf({ ...connection, run, runMany }, newId(), () => undefined));
  const searched = steps.filter((step) =>
    /^(?:SEARCH|SCAN) (?:map_price|competitor_price|product_price|monitored)/.test(step),
  );
  expect(searched.length).toBeGreaterThan(0);
  expect(searched.filter((step) => !step.includes("product_id=?"))).toEqual([]);
});

test("S40 what rules know of a product is looked up by product", async () => {
  const steps: string[] = [];
  const rows = (sql: string) => {
    steps.push(...planOf(sql));
    return [];
  };
  const all = {};
  const tx = txOf({ ...connection, rows }, newId(), () => undefined);
  await listFacts(tx, all, { afterRow: 0, limit: 100, sinceMs: 0, listIds: [] });
  for (const table of ["seen", "map_price", "entry"])
    expect(steps.filter((step) => new RegExp(`^(?:SEARCH|SCAN) ${table} `).test(step))).toEqual([
      expect.stringContaining("product_id=?"),
    ]);
});

test("S39.11 alerts of what was seen are looked up by what they watch, and when they fired by alert and product", async () => {
  const steps: string[] = [];
  const rows = (sql: string) => {
    steps.push(...planOf(sql));
    return [];
  };
  const tx = txOf({ ...connection, rows }, newId(), () => undefined);
  await listActiveAlerts(tx, { productIds: [], competitorIds: [] });
  await findLastTriggers(tx, []);
  const searched = steps.filter((step) => /^(?:SEARCH|SCAN) (?:alert|product|category|fired) /.test(step));
  for (const column of ["product_id", "category_id", "brand_id", "competitor_id"])
    expect(searched.some((step) => step.startsWith("SEARCH alert") && step.includes(`${column}=?`))).toBe(true);
  expect(searched).toContainEqual(expect.stringMatching(/^SEARCH fired .*alert_id=\? AND product_id=\?/));
  expect(searched.filter((step) => step.startsWith("SCAN"))).toEqual([]);
});

test("S39.8 pages of competitors are looked up by product", async () => {
  const steps: string[] = [];
  const rows = (sql: string) => {
    steps.push(...planOf(sql));
    return [];
  };
  const tx = txOf({ ...connection, rows }, newId(), () => undefined);
  await listCompetitorPages(tx, []);
  await listUnknownPages(tx, []);
  const searched = steps.filter((step) => /^(?:SEARCH|SCAN) (?:seen|late|entry) /.test(step));
  expect(searched).toHaveLength(5);
  expect(searched.filter((step) => !step.includes("product_id=?"))).toEqual([]);
});

import type { Client } from "./client.ts";
import type { FileProduct } from "./file-products.ts";
import type { Figures, Line } from "./table.ts";

/** Products that a work takes in one request, as the API allows at most. */
const BATCH = 500;
const SYNC = 1_000;
const STOCK = 5_000;
const PAGE = 500;
const SINCE = "2000-01-01T00:00:00Z";

/** All products sent to an empty catalog: as a file that is imported, and in batches. Others only know batches. */
export const LOADED_FILE = "load over HTTP, a file imported, rows";
export const LOADED_BATCHES = "load over HTTP, batches of 1,000, rows";
const UPSERTS = "/ext: batch upsert of 500 existing, rows";
const RESTOCKS = "/appsync: stock of 5,000, rows";

/** Rows a second of requests made one after the other, for about this long. */
async function rowsPerSecond(
  rows: number,
  seconds: number,
  request: (round: number) => Promise<unknown>,
): Promise<number> {
  await request(0);
  const startedAtMs = performance.now();
  let rounds = 0;
  do await request(++rounds);
  while (performance.now() - startedAtMs < seconds * 1_000);
  return (rows * rounds * 1_000) / (performance.now() - startedAtMs);
}

/** How long the pages of the delta took, in rows a second. */
async function readDelta({ call }: Client): Promise<number> {
  let read = 0;
  let cursor = "";
  const startedAtMs = performance.now();
  for (;;) {
    const { data, meta } = await call("GET", `/ext/products/delta?since=${SINCE}&page_size=${PAGE}${cursor}`);
    read += data.length;
    if (meta.next_cursor === null) return (read * 1_000) / (performance.now() - startedAtMs);
    cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
  }
}

/** What a round makes of a product of the file. Each round changes every row. */
export interface Upsert {
  ean: string;
  name: string;
  weight: number;
  description: string;
}
export interface StockLevel {
  ean: string;
  stock: number;
}

/** How a program takes the bulk writes that all can do. */
export interface BulkWrites {
  upsert: (products: Upsert[]) => Promise<unknown>;
  stock: (levels: StockLevel[]) => Promise<unknown>;
}

/** Rows a second of the bulk writes on products that are there. */
export async function measureBulkWrites(
  products: readonly FileProduct[],
  seconds: number,
  { upsert, stock }: BulkWrites,
): Promise<Figures> {
  const batch = products.slice(0, BATCH).map(({ ean, name }) => ({ ean: String(ean), name: String(name) }));
  const eans = products.slice(-STOCK).map(({ ean }) => String(ean));
  const upserts = await rowsPerSecond(batch.length, seconds, (round) =>
    upsert(batch.map((product) => ({ ...product, weight: round + 1, description: `Round ${round}` }))),
  );
  const restocks = await rowsPerSecond(eans.length, seconds, (round) =>
    stock(eans.map((ean, index) => ({ ean, stock: round * 10 + (index % 10) }))),
  );
  return new Map([
    [UPSERTS, upserts],
    [RESTOCKS, restocks],
  ]);
}

/** Rows a second of the whole file sent to an empty catalog, 1,000 products a request, one after the other. */
export async function measureLoad(
  products: readonly FileProduct[],
  load: (rows: FileProduct[]) => Promise<unknown>,
): Promise<number> {
  const startedAtMs = performance.now();
  for (let from = 0; from < products.length; from += SYNC) await load(products.slice(from, from + SYNC));
  return (products.length * 1_000) / (performance.now() - startedAtMs);
}

const loaded = ({ sku, brand, category, description, price, cost_price, tax_rate, ...row }: FileProduct) => ({
  reference: sku,
  name: row["name"],
  ean: row["ean"],
  brand,
  category,
  description,
  price_ttc: price,
  price_ht: cost_price,
  tax_rate,
  stock: row["stock"],
  weight: row["weight_kg"],
  width: row["width_cm"],
  height: row["height_cm"],
  depth: row["depth_cm"],
  color: row["color"],
  size: row["size"],
  material: row["material"],
  country_of_origin: row["country_of_origin"],
  hs_code: row["hs_code"],
  supplier_code: row["supplier_code"],
});

/** The whole file sent to an empty service. */
export const loadService = ({ call }: Client, products: readonly FileProduct[]): Promise<number> =>
  measureLoad(products, (rows) => call("POST", "/appsync/products/sync", rows.map(loaded)));

/** The bulk works of the machine APIs on products that are there. */
export async function measureMachineApis(
  client: Client,
  products: readonly FileProduct[],
  seconds: number,
): Promise<Line[]> {
  const { call } = client;
  const delta = await readDelta(client);
  const writes = await measureBulkWrites(products, seconds, {
    upsert: (body) => call("POST", "/ext/products/batch", { products: body }),
    stock: (body) => call("POST", "/appsync/stock/update", body),
  });
  const synced = products.slice(BATCH, BATCH + SYNC);
  const syncs = await rowsPerSecond(synced.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/products/sync",
      synced.map(({ ean, name }, index) => ({ reference: `BENCH-${index}`, ean, name, price_ttc: round + 1 })),
    ),
  );
  const stocked = products.slice(-STOCK);
  const prices = await rowsPerSecond(stocked.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/prices/update",
      stocked.map(({ ean }) => ({ ean, price_ttc: round + 1, price_ht: round + 0.5 })),
    ),
  );
  const reached = (work: string, target: string): Line => ({
    work,
    value: writes.get(work) ?? 0,
    unit: "/s",
    target,
  });
  return [
    { work: "/ext: pages of 500 of the delta, rows", value: delta, unit: "/s", target: "" },
    reached(UPSERTS, "≥ 10 × PocketBase"),
    { work: "/appsync: sync of 1,000 existing, rows", value: syncs, unit: "/s", target: "" },
    reached(RESTOCKS, "≥ 20 × PocketBase"),
    { work: "/appsync: prices of 5,000, rows", value: prices, unit: "/s", target: "" },
  ];
}

import type { FileProduct } from "./file-products.ts";
import { type Measurement, rateMeasurement } from "./rounds.ts";

/** Products that a work takes in one request, as the API allows at most. */
export const UPSERTED = 500;
export const LOADED = 1_000;
export const STOCKED = 5_000;

/** What a request makes of a product of the file. Each one changes every row. */
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

/**
 * Requests sent one after the other with a fixed number of rows each, in rows a second. The first of a round does not
 * count.
 */
export function rowsMeasurement(
  line: { work: string; target?: string },
  rows: number,
  request: (sequence: number) => Promise<unknown>,
): [string, Measurement] {
  let sequence = 1;
  return rateMeasurement(line, async (seconds) => {
    await request(sequence++);
    const startedAtMs = performance.now();
    let sent = 0;
    do {
      await request(sequence++);
      sent += rows;
    } while (performance.now() - startedAtMs < seconds * 1_000);
    return (sent * 1_000) / (performance.now() - startedAtMs);
  });
}

/** Products that are there, changed by their EAN as a program does that. */
export function upsertMeasurement(products: readonly FileProduct[], upsert: (rows: Upsert[]) => Promise<unknown>) {
  const rows = products.slice(0, UPSERTED).map(({ ean, name }) => ({ ean: String(ean), name: String(name) }));
  return rowsMeasurement(
    { work: "/ext: batch upsert of 500 existing, rows", target: "≥ 10 × PocketBase" },
    rows.length,
    (n) => upsert(rows.map((row) => ({ ...row, weight: n, description: `Round ${n}` }))),
  );
}

/** The stock of products that are there, set by their EAN as a program does that. */
export function stockMeasurement(products: readonly FileProduct[], stock: (levels: StockLevel[]) => Promise<unknown>) {
  const eans = products.slice(-STOCKED).map(({ ean }) => String(ean));
  return rowsMeasurement({ work: "/appsync: stock of 5,000, rows", target: "≥ 20 × PocketBase" }, eans.length, (n) =>
    stock(eans.map((ean, index) => ({ ean, stock: n * 10 + (index % 10) }))),
  );
}

/** All products sent to an empty catalog: as a file that is imported, and in batches. Others only know batches. */
export const LOADED_FILE = "load over HTTP, a file imported, rows";
export const LOADED_BATCHES = "load over HTTP, batches of 1,000, rows";

/** Rows a second of the whole file sent to an empty catalog, one request after the other. */
export async function measureLoad(
  products: readonly FileProduct[],
  load: (rows: FileProduct[]) => Promise<unknown>,
): Promise<number> {
  const startedAtMs = performance.now();
  for (let from = 0; from < products.length; from += LOADED) await load(products.slice(from, from + LOADED));
  return (products.length * 1_000) / (performance.now() - startedAtMs);
}

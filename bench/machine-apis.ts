import {
  LOADED,
  measureLoad,
  rowsMeasurement,
  STOCKED,
  stockMeasurement,
  UPSERTED,
  upsertMeasurement,
} from "./bulk-writes.ts";
import type { Client } from "./client.ts";
import type { FileProduct } from "./file-products.ts";
import type { OpenedService } from "./place.ts";
import { type Program, rateMeasurement } from "./rounds.ts";

const PAGE = 500;
const SINCE = "2000-01-01T00:00:00Z";

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

/** The works of the machine APIs on products that are there. */
export function machineProgram({ client, service }: OpenedService, products: readonly FileProduct[]): Program {
  const { call } = client;
  const synced = products.slice(UPSERTED, UPSERTED + LOADED);
  const priced = products.slice(-STOCKED);
  return {
    reads: new Map([rateMeasurement({ work: "/ext: pages of 500 of the delta, rows" }, () => readDelta(client))]),
    writes: new Map([
      upsertMeasurement(products, (rows) => call("POST", "/ext/products/batch", { products: rows })),
      rowsMeasurement({ work: "/appsync: sync of 1,000 existing, rows" }, synced.length, (n) =>
        call(
          "POST",
          "/appsync/products/sync",
          synced.map(({ ean, name }, index) => ({ reference: `BENCH-${index}`, ean, name, price_ttc: n })),
        ),
      ),
      stockMeasurement(products, (levels) => call("POST", "/appsync/stock/update", levels)),
      rowsMeasurement({ work: "/appsync: prices of 5,000, rows" }, priced.length, (n) =>
        call(
          "POST",
          "/appsync/prices/update",
          priced.map(({ ean }) => ({ ean, price_ttc: n, price_ht: n - 0.5 })),
        ),
      ),
    ]),
    pid: service.pid,
  };
}

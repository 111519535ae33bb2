import type { Client } from "./client.ts";
import type { Line } from "./table.ts";

/** Products that a work takes in one request, as the API allows at most. */
const BATCH = 500;
const SYNC = 1_000;
const STOCK = 5_000;
const PAGE = 500;
const SINCE = "2000-01-01T00:00:00Z";

interface Listed {
  ean: string;
  title: string;
}

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

/** Products for the works below, from the pages of the delta; how long the pages took, too. */
async function readDelta({ call }: Client) {
  const products: Listed[] = [];
  let read = 0;
  let cursor = "";
  const startedAtMs = performance.now();
  for (;;) {
    const { data, meta } = await call("GET", `/ext/products/delta?since=${SINCE}&page_size=${PAGE}${cursor}`);
    read += data.length;
    // Those that the bench has created have none.
    products.push(...data.filter(({ ean }: { ean: string | null }) => ean !== null));
    if (meta.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
  }
  return { products, perSecond: (read * 1_000) / (performance.now() - startedAtMs) };
}

/**
 * The bulk works of the machine APIs on products that are there: each round changes every row it names.
 */
export async function measureMachineApis(client: Client, seconds: number): Promise<Line[]> {
  const { products, perSecond: delta } = await readDelta(client);
  const { call } = client;
  const batch = products.slice(0, BATCH);
  const upserts = await rowsPerSecond(batch.length, seconds, (round) =>
    call("POST", "/ext/products/batch", {
      products: batch.map(({ ean, title }) => ({ ean, name: title, weight: round + 1, description: `Round ${round}` })),
    }),
  );
  const synced = products.slice(BATCH, BATCH + SYNC);
  const syncs = await rowsPerSecond(synced.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/products/sync",
      synced.map(({ ean, title }, index) => ({ reference: `BENCH-${index}`, ean, name: title, price_ttc: round + 1 })),
    ),
  );
  const stocked = products.slice(-STOCK);
  const stock = await rowsPerSecond(stocked.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/stock/update",
      stocked.map(({ ean }, index) => ({ ean, stock: round * 10 + (index % 10) })),
    ),
  );
  const prices = await rowsPerSecond(stocked.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/prices/update",
      stocked.map(({ ean }) => ({ ean, price_ttc: round + 1, price_ht: round + 0.5 })),
    ),
  );
  return [
    { work: "/ext: pages of 500 of the delta, rows", value: delta, unit: "/s", target: "" },
    { work: "/ext: batch upsert of 500 existing, rows", value: upserts, unit: "/s", target: "≥ 17,540" },
    { work: "/appsync: sync of 1,000 existing, rows", value: syncs, unit: "/s", target: "" },
    { work: "/appsync: stock of 5,000, rows", value: stock, unit: "/s", target: "≥ 44,480" },
    { work: "/appsync: prices of 5,000, rows", value: prices, unit: "/s", target: "" },
  ];
}

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

const upsertBody = (products: Listed[], round: number) => ({
  products: products.map(({ ean, title }) => ({
    ean,
    name: title,
    weight: round + 1,
    description: `Round ${round}`,
  })),
});
const stockBody = (products: Listed[], round: number) =>
  products.map(({ ean }, index) => ({ ean, stock: round * 10 + (index % 10) }));

/** Rows a second of the writes that have a bare limit. */
interface BulkWrites {
  upserts: number;
  stock: number;
}

/** Each round changes every row it names. */
async function measureBulkWrites(
  products: Listed[],
  seconds: number,
  send: { upsert: (body: object) => Promise<unknown>; stock: (body: object) => Promise<unknown> },
): Promise<BulkWrites> {
  const batch = products.slice(0, BATCH);
  const stocked = products.slice(-STOCK);
  return {
    upserts: await rowsPerSecond(batch.length, seconds, (round) => send.upsert(upsertBody(batch, round))),
    stock: await rowsPerSecond(stocked.length, seconds, (round) => send.stock(stockBody(stocked, round))),
  };
}

/** What the machine APIs reached, and the products they were measured with. */
export interface MachineApis {
  products: Listed[];
  delta: number;
  writes: BulkWrites;
  syncs: number;
  prices: number;
}

/** The bulk works of the machine APIs on products that are there. */
export async function measureMachineApis(client: Client, seconds: number): Promise<MachineApis> {
  const { products, perSecond: delta } = await readDelta(client);
  const { call } = client;
  const writes = await measureBulkWrites(products, seconds, {
    upsert: (body) => call("POST", "/ext/products/batch", body),
    stock: (body) => call("POST", "/appsync/stock/update", body),
  });
  const synced = products.slice(BATCH, BATCH + SYNC);
  const syncs = await rowsPerSecond(synced.length, seconds, (round) =>
    call(
      "POST",
      "/appsync/products/sync",
      synced.map(({ ean, title }, index) => ({ reference: `BENCH-${index}`, ean, name: title, price_ttc: round + 1 })),
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
  return { products, delta, writes, syncs, prices };
}

/** Puts the works beside what the bare server makes of the same bodies. */
export async function compareMachineApis(
  { products, delta, writes, syncs, prices }: MachineApis,
  { port, seconds }: { port: number; seconds: number },
): Promise<Line[]> {
  const post = (path: string) => async (body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: JSON.stringify(body) });
    const { updated } = (await answer.json()) as { updated: number }; // of the bare server
    if (updated === 0) throw new Error(`${path} changed nothing`);
  };
  const bare = await measureBulkWrites(products, seconds, { upsert: post("/upsert"), stock: post("/stock") });
  return [
    { work: "/ext: pages of 500 of the delta, rows", value: delta, unit: "/s", target: "" },
    {
      work: "/ext: batch upsert of 500 existing, rows",
      value: writes.upserts,
      unit: "/s",
      bare: bare.upserts,
      target: "≥ 0.58 × bare",
    },
    { work: "/appsync: sync of 1,000 existing, rows", value: syncs, unit: "/s", target: "" },
    {
      work: "/appsync: stock of 5,000, rows",
      value: writes.stock,
      unit: "/s",
      bare: bare.stock,
      target: "≥ 0.37 × bare",
    },
    { work: "/appsync: prices of 5,000, rows", value: prices, unit: "/s", target: "" },
  ];
}

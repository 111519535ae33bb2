import type { Client } from "./client.ts";
import { drive, type LoadResult, requestText } from "./load.ts";
import type { Line } from "./table.ts";

/** A work over HTTP: the service's requests, and those to the bare server that does the same. */
interface Work {
  work: string;
  connections: number;
  target: string;
  request: (sequence: number) => string;
  bare: (sequence: number) => string;
}

const READERS = 64;
const WRITERS = 16;
const SAMPLE_MAX = 2_000;
// Words of the generated names, so that each search finds something.
const WORDS = ["compact", "premium", "olive", "cable", "carnet", "casque", "noir", "yoga"];

interface Product {
  id: string;
  ean: string;
}

interface Sample {
  ids: string[];
  eans: string[];
  /** Points at 90 % of the list. */
  deepCursor: string;
  deepPage: number;
}

/** Picks products to ask for, and walks the list by cursor to its last tenth. */
export async function takeSample({ call }: Client): Promise<Sample> {
  const { total } = (await call("GET", "/products?per_page=1")).meta;
  const ids: string[] = [];
  const eans: string[] = [];
  let deepCursor = "";
  for (let seen = 0; seen < total * 0.9; seen += 100) {
    const cursor = deepCursor === "" ? "" : `&cursor=${deepCursor}`;
    const { items, meta } = await call("GET", `/products?per_page=100${cursor}`);
    if (seen < SAMPLE_MAX) ids.push(...items.map(({ id }: Product) => id));
    if (seen < SAMPLE_MAX) eans.push(...items.map(({ ean }: Product) => ean));
    deepCursor = encodeURIComponent(meta.next_cursor ?? "");
  }
  return { ids, eans, deepCursor, deepPage: Math.max(1, Math.floor((total * 0.9) / 20)) };
}

const searchWork = (work: string, request: Work["request"]): Work => ({
  work,
  connections: READERS,
  target: "≥ 50 × Strapi (57/s)",
  request,
  bare: (n) => requestText("GET", `/search/${WORDS[n % WORDS.length]}`),
});

function works({ ids, eans, deepCursor, deepPage }: Sample, apiKey: string): Work[] {
  const key = { "x-api-key": apiKey };
  const of = <T>(values: T[], sequence: number) => values[(sequence * 7919) % values.length];
  const get = (path: string) => requestText("GET", `/api/v1${path}`, key);
  const bare = (path: string) => () => requestText("GET", path);
  return [
    {
      work: "product by id",
      connections: READERS,
      target: "≥ 0.6 × bare",
      request: (n) => get(`/products/${of(ids, n)}`),
      bare: (n) => requestText("GET", `/id/${of(ids, n)}`),
    },
    {
      work: "product by EAN",
      connections: READERS,
      target: "≥ 0.6 × bare",
      request: (n) => get(`/products?ean=${of(eans, n)}`),
      bare: (n) => requestText("GET", `/ean/${of(eans, n)?.padStart(14, "0")}`),
    },
    {
      work: "/ext: product by EAN",
      connections: READERS,
      target: "≥ 0.6 × bare",
      request: (n) => get(`/ext/products/${of(eans, n)}`),
      bare: (n) => requestText("GET", `/ean/${of(eans, n)?.padStart(14, "0")}`),
    },
    {
      work: "list, first page of 20",
      connections: READERS,
      target: "≥ 15 × PocketBase (309/s)",
      request: () => get("/products"),
      bare: bare("/page"),
    },
    {
      work: "list at 90 %, by page number",
      connections: READERS,
      target: "≥ 5 × PocketBase (183/s)",
      request: () => get(`/products?page=${deepPage}`),
      bare: bare("/deep"),
    },
    {
      work: "list at 90 %, by cursor",
      connections: READERS,
      target: "≥ 3 × PocketBase (1,739/s)",
      request: () => get(`/products?cursor=${deepCursor}`),
      bare: bare("/after"),
    },
    {
      work: "search, page of 20",
      connections: READERS,
      target: "≥ 50 × Strapi (57/s)",
      request: (n) => get(`/products?search=${of(WORDS, n)}`),
      bare: (n) => requestText("GET", `/search/${of(WORDS, n)}`),
    },
    searchWork("search by words, ranked, page of 20", (n) => get(`/search/products?q=${of(WORDS, n)}`)),
    searchWork("the same with three facets", (n) =>
      get(`/search/products?q=${of(WORDS, n)}&facets=brand,category,status`),
    ),
    {
      work: "create, 16 connections",
      connections: WRITERS,
      target: "≥ 2 × PocketBase (2,595/s)",
      request: (n) => requestText("POST", "/api/v1/products", key, JSON.stringify({ name: `Made ${n}`, price: 12.5 })),
      bare: (n) => requestText("POST", "/create", {}, JSON.stringify({ name: `Made ${n}`, price: 12.5 })),
    },
  ];
}

/** How long each work is driven, and where. */
interface Drive {
  port: number;
  seconds: number;
}

/** Drives every work against the service; the results are in the order of the works. */
export async function driveService(sample: Sample, apiKey: string, { port, seconds }: Drive): Promise<LoadResult[]> {
  const results: LoadResult[] = [];
  for (const { request, connections } of works(sample, apiKey)) {
    results.push(await drive(port, request, { connections, seconds }));
  }
  return results;
}

/** Drives the same works against the bare server and puts both results side by side. */
export async function compareWithBare(
  sample: Sample,
  results: LoadResult[],
  { port, seconds }: Drive,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [index, { work, connections, target, bare }] of works(sample, "").entries()) {
    const { perSecond, p99Ms } = results[index] ?? { perSecond: 0, p99Ms: 0 };
    const least = await drive(port, bare, { connections, seconds });
    lines.push({ work, value: perSecond, unit: "/s", bare: least.perSecond, target });
    if (work === "product by EAN") {
      lines.push({ work: `${work}, p99`, value: p99Ms, unit: "ms", bare: least.p99Ms, target: "≤ 10" });
    }
  }
  const constant = await drive(port, () => requestText("GET", "/constant"), { connections: READERS, seconds });
  lines.push({ work: "a raw Bun server's constant answer", value: constant.perSecond, unit: "/s", target: "" });
  return lines;
}

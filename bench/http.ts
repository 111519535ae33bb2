import type { Client } from "./client.ts";
import { drive, type LoadResult, requestText } from "./load.ts";
import type { Line } from "./table.ts";

/** A work over HTTP: the service's requests, and those to the bare server that does the same. */
interface Work {
  work: string;
  connections: number;
  target: string;
  /** Whether it is as fast whatever the catalog's size: a read by key, or a page. */
  isEven: boolean;
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
  title: string;
}

interface Sample {
  ids: string[];
  eans: string[];
  /** Two words of a title each, all different. */
  pairs: string[];
  /** Points at 90 % of the list. */
  deepCursor: string;
  deepPage: number;
}

/** Any two longer words of a title. */
function pairsOf({ title }: Product): string[] {
  const words = title.match(/\p{L}{4,}/gu) ?? [];
  return words.flatMap((word, at) => words.slice(at + 1).map((other) => encodeURIComponent(`${word} ${other}`)));
}

/** Picks products to ask for, and places in the list. */
export async function takeSample({ call }: Client): Promise<Sample> {
  const products: Product[] = [];
  for (let page = 1; products.length < SAMPLE_MAX; page++) {
    products.push(...(await call("GET", `/products?per_page=100&page=${page}`)).items);
  }
  const { total } = (await call("GET", "/products?per_page=1")).meta;
  const deepPage = Math.max(1, Math.floor((total * 0.9) / 20));
  const { meta } = await call("GET", `/products?page=${deepPage}`);
  return {
    ids: products.map(({ id }) => id),
    eans: products.map(({ ean }) => ean),
    pairs: [...new Set(products.flatMap(pairsOf))],
    deepCursor: encodeURIComponent(meta.next_cursor ?? ""),
    deepPage,
  };
}

const of = <T>(values: T[], sequence: number) => values[(sequence * 7919) % values.length];
const bareOf = (path: string) => () => requestText("GET", path);
type Get = (path: string) => string;

/** What is as fast whatever the catalog's size: reads by key, and pages. */
const evenWorks = ({ ids, eans, deepCursor, deepPage }: Sample, get: Get): Work[] =>
  [
    {
      work: "product by id",
      target: "≥ 0.6 × bare",
      request: (n: number) => get(`/products/${of(ids, n)}`),
      bare: (n: number) => requestText("GET", `/id/${of(ids, n)}`),
    },
    {
      work: "product by EAN",
      target: "≥ 0.6 × bare",
      request: (n: number) => get(`/products?ean=${of(eans, n)}`),
      bare: (n: number) => requestText("GET", `/ean/${of(eans, n)?.padStart(14, "0")}`),
    },
    {
      work: "/ext: product by EAN",
      target: "≥ 0.6 × bare",
      request: (n: number) => get(`/ext/products/${of(eans, n)}`),
      bare: (n: number) => requestText("GET", `/ean/${of(eans, n)?.padStart(14, "0")}`),
    },
    {
      work: "list, first page of 20",
      target: "≥ 15 × PocketBase (309/s)",
      request: () => get("/products"),
      bare: bareOf("/page"),
    },
    {
      work: "list at 90 %, by page number",
      target: "≥ 5 × PocketBase (183/s)",
      request: () => get(`/products?page=${deepPage}`),
      bare: bareOf("/deep"),
    },
    {
      work: "list at 90 %, by cursor",
      target: "≥ 3 × PocketBase (1,739/s)",
      request: () => get(`/products?cursor=${deepCursor}`),
      bare: bareOf("/after"),
    },
  ].map((work) => ({ ...work, connections: READERS, isEven: true }));

const FACETS = "facets=brand,category,status";
const searchWork = (work: string, request: Work["request"]): Work => ({
  work,
  connections: READERS,
  isEven: false,
  target: "≥ 50 × Strapi (57/s)",
  request,
  bare: (n) => requestText("GET", `/search/${WORDS[n % WORDS.length]}`),
});
const searchWorks = ({ pairs }: Sample, get: Get): Work[] => [
  searchWork("search, page of 20", (n) => get(`/products?search=${of(WORDS, n)}`)),
  searchWork("search by words, ranked, page of 20", (n) => get(`/search/products?q=${of(WORDS, n)}`)),
  searchWork("the same with three facets", (n) => get(`/search/products?q=${of(WORDS, n)}&${FACETS}`)),
  searchWork("ranked, two words that nobody asked for before", (n) => get(`/search/products?q=${of(pairs, n)}`)),
  // Below another price each time, so that nothing is known of the hits.
  searchWork("ranked and filtered, three facets, never asked for before", (n) =>
    get(`/search/products?q=${of(WORDS, n)}&price_max=${9_000 + n / 100}&${FACETS}`),
  ),
];

function works(sample: Sample, apiKey: string): Work[] {
  const key = { "x-api-key": apiKey };
  const get = (path: string) => requestText("GET", `/api/v1${path}`, key);
  const made = (n: number) => JSON.stringify({ name: `Made ${n}`, price: 12.5 });
  return [
    ...evenWorks(sample, get),
    ...searchWorks(sample, get),
    {
      work: "create, 16 connections",
      connections: WRITERS,
      isEven: false,
      target: "≥ 2 × PocketBase (2,595/s)",
      request: (n) => requestText("POST", "/api/v1/products", key, made(n)),
      bare: (n) => requestText("POST", "/create", {}, made(n)),
    },
  ];
}

/** How long each work is driven, and where. */
interface Drive {
  port: number;
  seconds: number;
}

/** What the works do, in their order. */
export const workNames = (sample: Sample) => works(sample, "").map(({ work, isEven }) => ({ work, isEven }));

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

import type { Client } from "./client.ts";
import { drive, type LoadResult, requestText } from "./load.ts";
import type { Line } from "./table.ts";

/** The n-th request as it goes over the wire. */
export type Request = (sequence: number) => string;

/** A work over HTTP. */
export interface Work {
  work: string;
  connections: number;
  target: string;
  /** Whether it is as fast whatever the catalog's size: a read by key, or a page. */
  isEven: boolean;
  request: Request;
}

export const READERS = 64;
const WRITERS = 16;
const SAMPLE_MAX = 2_000;
/** More products than a service keeps answers about. */
const MANY_MAX = 20_000;
/** The first pages of so many orders: more than a service keeps. */
const PAGES = 50;
const ORDERS = ["created_at", "updated_at", "title", "price", "completeness_score"].flatMap((sort) =>
  ["asc", "desc"].map((order) => `sort_by=${sort}&sort_order=${order}`),
);
/** Words of the generated names, so that each search finds something. */
const WORDS = ["compact", "premium", "olive", "cable", "carnet", "casque", "noir", "yoga"];

interface Product {
  id: string;
  ean: string;
  title: string;
}

export interface Sample {
  ids: string[];
  /** So many that none is asked for twice before all the others are. */
  manyIds: string[];
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
  const { total } = (await call("GET", "/products?per_page=1")).meta;
  for (let page = 1; products.length < Math.min(MANY_MAX, total); page++) {
    products.push(...(await call("GET", `/products?per_page=100&page=${page}`)).items);
  }
  const few = products.slice(0, SAMPLE_MAX);
  const deepPage = Math.max(1, Math.floor((total * 0.9) / 20));
  const { meta } = await call("GET", `/products?page=${deepPage}`);
  return {
    ids: few.map(({ id }) => id),
    manyIds: products.map(({ id }) => id),
    eans: few.map(({ ean }) => ean),
    pairs: [...new Set(few.flatMap(pairsOf))],
    deepCursor: encodeURIComponent(meta.next_cursor ?? ""),
    deepPage,
  };
}

/** One of the values, another for each request. */
export const oneOf = <T>(values: readonly T[], sequence: number) => values[(sequence * 7919) % values.length];
export const wordOf = (sequence: number) => oneOf(WORDS, sequence) ?? "";
type Get = (path: string) => string;

/** What is as fast whatever the catalog's size: reads by key, and pages. */
const evenWorks = ({ ids, manyIds, eans, deepCursor, deepPage }: Sample, get: Get): Work[] =>
  [
    {
      work: "product by id",
      target: "≥ 0.6 × bare",
      request: (n: number) => get(`/products/${oneOf(ids, n)}`),
    },
    {
      work: "product by id, not asked for before",
      target: "",
      request: (n: number) => get(`/products/${manyIds[n % manyIds.length]}`),
    },
    {
      work: "product by EAN",
      target: "≥ 5 × PocketBase, ≥ 0.6 × bare",
      request: (n: number) => get(`/products?ean=${oneOf(eans, n)}`),
    },
    {
      work: "/ext: product by EAN",
      target: "≥ 5 × PocketBase, ≥ 0.6 × bare",
      request: (n: number) => get(`/ext/products/${oneOf(eans, n)}`),
    },
    { work: "list, first page of 20", target: "≥ 15 × PocketBase", request: () => get("/products") },
    {
      work: "list, one of the first 50 pages, not asked for before",
      target: "",
      request: (n: number) =>
        get(`/products?${ORDERS[n % ORDERS.length]}&page=${1 + (Math.floor(n / ORDERS.length) % PAGES)}`),
    },
    {
      work: "list at 90 %, by page number",
      target: "≥ 5 × PocketBase",
      request: () => get(`/products?page=${deepPage}`),
    },
    {
      work: "list at 90 %, by cursor",
      target: "≥ 3 × PocketBase",
      request: () => get(`/products?cursor=${deepCursor}`),
    },
  ].map((work) => ({ ...work, connections: READERS, isEven: true }));

const FACETS = "facets=brand,category,status";
const searchWorks = ({ pairs }: Sample, get: Get): Work[] =>
  [
    { work: "search, page of 20", request: (n: number) => get(`/products?search=${wordOf(n)}`) },
    { work: "search by words, ranked, page of 20", request: (n: number) => get(`/search/products?q=${wordOf(n)}`) },
    { work: "the same with three facets", request: (n: number) => get(`/search/products?q=${wordOf(n)}&${FACETS}`) },
    {
      work: "ranked, two words that nobody asked for before",
      request: (n: number) => get(`/search/products?q=${oneOf(pairs, n)}`),
    },
    {
      work: "ranked and filtered, three facets, never asked for before",
      // Below another price each time, so that nothing is known of the hits.
      request: (n: number) => get(`/search/products?q=${wordOf(n)}&price_max=${9_000 + n / 100}&${FACETS}`),
    },
  ].map((work) => ({ ...work, connections: READERS, isEven: false, target: "≥ 102 × PocketBase" }));
export const SEARCHES = searchWorks(
  { ids: [], manyIds: [], eans: [], pairs: [], deepCursor: "", deepPage: 1 },
  String,
).map(({ work }) => work);

/** The small product that the n-th request makes. */
export const madeProduct = (sequence: number) => ({ name: `Made ${sequence}`, price: 12.5 });

/** The works against the service. */
export function works(sample: Sample, apiKey: string): Work[] {
  const key = { "x-api-key": apiKey };
  const get = (path: string) => requestText("GET", `/api/v1${path}`, key);
  return [
    ...evenWorks(sample, get),
    ...searchWorks(sample, get),
    {
      work: "create, 16 connections",
      connections: WRITERS,
      isEven: false,
      target: "≥ 2 × PocketBase",
      request: (n) => requestText("POST", "/api/v1/products", key, JSON.stringify(madeProduct(n))),
    },
  ];
}

/** Which port is driven, and how long each work. */
export interface Drive {
  port: number;
  seconds: number;
}

/** Of these works the times of single requests count as well. */
const TIMED = new Map([["product by EAN", "≤ 10"]]);

/** Drives the works one after the other; each is a line, and a second one where its times count. */
export async function driveWorks(list: readonly Work[], { port, seconds }: Drive): Promise<Line[]> {
  const lines: Line[] = [];
  // Works that another program does not tell apart are the same request to it.
  const done = new Map<Request, LoadResult>();
  for (const { work, request, connections, target } of list) {
    const result = done.get(request) ?? (await drive(port, request, { connections, seconds }));
    done.set(request, result);
    lines.push({ work, value: result.perSecond, unit: "/s", target });
    const timed = TIMED.get(work);
    if (timed !== undefined) lines.push({ work: `${work}, p99`, value: result.p99Ms, unit: "ms", target: timed });
  }
  return lines;
}

/** The same works of another program, by the requests it knows them as; the others are left out. */
export const worksOf = (list: readonly Work[], requests: Readonly<Record<string, Request>>): Work[] =>
  list.flatMap((work) => {
    const request = requests[work.work];
    return request === undefined ? [] : [{ ...work, request }];
  });

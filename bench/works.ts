import { READERS, type Work, type Works } from "./http.ts";
import { requestText } from "./load.ts";
import type { Sample } from "./sample.ts";

const WRITERS = 16;
/** The first pages in this number of orders: more than a service keeps. */
const PAGES = 50;
const ORDERS = ["created_at", "updated_at", "title", "price", "completeness_score"].flatMap((sort) =>
  ["asc", "desc"].map((order) => `sort_by=${sort}&sort_order=${order}`),
);
/** Words of the generated names, so that each search finds something. */
const WORDS = ["compact", "premium", "olive", "cable", "carnet", "casque", "noir", "yoga"];
/** Ranges of prices, one unit each; and many more of them. */
const RANGES = 100;
const rangeFrom = (price: number) => `price_min=${price}&price_max=${price + 1}`;

/** One of the values, another for each request. */
export const oneOf = <T>(values: readonly T[], sequence: number) => values[(sequence * 7919) % values.length];
export const wordOf = (sequence: number) => oneOf(WORDS, sequence) ?? "";
type Get = (path: string) => string;

/** What is as fast for a catalog of any size: reads by key, and pages. */
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
const searchWorks = (pairs: readonly string[], get: Get): Work[] =>
  [
    { work: "search, page of 20", request: (n: number) => get(`/products?search=${wordOf(n)}`) },
    { work: "search by words, ranked, page of 20", request: (n: number) => get(`/search/products?q=${wordOf(n)}`) },
    { work: "the same with three facets", request: (n: number) => get(`/search/products?q=${wordOf(n)}&${FACETS}`) },
    {
      work: "ranked, two words not asked for before",
      request: (n: number) => get(`/search/products?q=${oneOf(pairs, n)}`),
    },
    {
      work: "ranked and filtered, three facets, never asked for before",
      // Below another price each time, so that nothing is known of the hits.
      request: (n: number) => get(`/search/products?q=${wordOf(n)}&price_max=${9_000 + n / 100}&${FACETS}`),
    },
  ].map((work) => ({ ...work, connections: READERS, isEven: false, target: "≥ 102 × PocketBase" }));
export const SEARCHES = searchWorks([], String).map(({ work }) => work);

/** Lists by filters that an index answers. */
const filterWorks = ({ brandIds, categoryIds }: Sample, get: Get): Work[] => {
  const list = (work: string, query: (sequence: number) => string) => ({
    work,
    request: (n: number) => get(`/products?${query(n)}`),
  });
  return [
    list("list by brand, first page", (n) => `brand_id=${brandIds[n % brandIds.length]}`),
    list(
      "list of a category and what is below it, first page",
      (n) => `category_id=${categoryIds[n % categoryIds.length]}`,
    ),
    list("list of a range of prices, first page", (n) => rangeFrom(n % RANGES)),
    list("list of a range of prices, not asked for before", (n) => rangeFrom(((n * 7919) % 10_000) / 100)),
    list("list by price, first page", () => "sort_by=price&sort_order=asc"),
  ].map((work) => ({ ...work, connections: READERS, isEven: true, target: "" }));
};

/** The small product that the n-th request makes. */
export const madeProduct = (sequence: number) => ({ name: `Made ${sequence}`, price: 12.5 });

/** The same with a code of 13 digits, which the file has none of. */
const codedProduct = (sequence: number) => ({
  ean: `29${String(sequence).padStart(11, "0")}`,
  name: `Made ${sequence}`,
  weight: 12.5,
});

/** What many clients ask of the service at once. */
export function works(sample: Sample, apiKey: string): Works {
  const key = { "x-api-key": apiKey };
  const get = (path: string) => requestText("GET", `/api/v1${path}`, key);
  const create = {
    work: "create, 16 connections",
    connections: WRITERS,
    isEven: false,
    target: "≥ 2 × PocketBase",
    request: (n: number) => requestText("POST", "/api/v1/products", key, JSON.stringify(madeProduct(n))),
  };
  const upsert = {
    work: "/ext: create of one, 64 connections",
    connections: READERS,
    isEven: false,
    target: "≥ 1.2 × PocketBase",
    request: (n: number) => requestText("POST", "/api/v1/ext/products", key, JSON.stringify(codedProduct(n))),
  };
  return {
    reads: [...evenWorks(sample, get), ...searchWorks(sample.pairs, get), ...filterWorks(sample, get)],
    writes: [create, upsert],
  };
}

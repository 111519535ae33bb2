import { openBare } from "./bare-catalog.ts";
import { type Request, requestText } from "./load.ts";
import type { Sample } from "./sample.ts";
import { madeProduct, oneOf, SEARCHES, wordOf } from "./works.ts";
import { anyOf, anyPage, BESIDE } from "./works-beside-changes.ts";

const PAGE_ROWS = 20;

const places = (db: ReturnType<typeof openBare>) =>
  db.prepare("select updated_at_us from product where row_id % 97 = 0").raw().all().flat() as number[]; // a number column

/** Ids of a bare catalog's products, the change that 90 % of its list come before, and the page that begins there. */
function bareSample(database: string) {
  const db = openBare(database);
  const ids = db.prepare("select id from product limit 2000").raw().all().flat() as string[]; // a text column
  const [total] = db.prepare("select count(*) from product").raw().get() as unknown as [number]; // it counts
  const deep = Math.floor(total * 0.9);
  const [deepUs] = db
    .prepare("select updated_at_us from product order by updated_at_us desc limit 1 offset ?")
    .raw()
    .get(deep) as unknown as [number]; // within the count just read
  const beginsUs = places(db);
  db.close();
  return { ids, total, beginsUs, deepUs, deepPage: Math.floor(deep / PAGE_ROWS) };
}

/** The works as the bare server on this catalog knows them. */
export function bareRequests({ eans }: Sample, database: string): Record<string, Request> {
  const { ids, deepUs, deepPage } = bareSample(database);
  const get = (path: string) => requestText("GET", path);
  const byEan: Request = (n) => get(`/ean/${oneOf(eans, n)}`);
  const search: Request = (n) => get(`/search?q=${wordOf(n)}`);
  return {
    "product by id": (n: number) => get(`/id/${oneOf(ids, n)}`),
    "product by EAN": byEan,
    "/ext: product by EAN": byEan,
    "list, first page of 20": () => get("/page?page=1"),
    "list at 90 %, by page number": () => get(`/page?page=${deepPage}`),
    "list at 90 %, by cursor": () => get(`/after?after=${deepUs}`),
    ...Object.fromEntries(SEARCHES.map((work) => [work, search])),
    "create, 16 connections": (n: number) => requestText("POST", "/create", {}, JSON.stringify(madeProduct(n))),
    "/ext: create of one, 64 connections": (n: number) =>
      requestText("POST", "/create", {}, JSON.stringify(madeProduct(n))),
  };
}

/** The reads that are driven while products change, and the n-th change. */
export function bareBesideChanges({ manyEans }: Sample, database: string) {
  const { ids, beginsUs, total } = bareSample(database);
  const requests: Record<string, Request> = {
    [BESIDE.byEan]: (n) => requestText("GET", `/ean/${anyOf(manyEans, n)}`),
    [BESIDE.active]: (n) => requestText("GET", `/after?after=${anyOf(beginsUs, n)}`),
    [BESIDE.activeByNumber]: (n) => requestText("GET", `/page?page=${anyPage(n, total)}`),
  };
  const change: Request = (n) =>
    requestText("PATCH", `/id/${anyOf(ids, n)}`, {}, JSON.stringify({ price: 10 + (n % 90) }));
  return { requests, change };
}

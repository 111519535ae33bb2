import { type Request, requestText } from "./load.ts";
import { RECORDS, recordId } from "./pocketbase-server.ts";
import type { Sample } from "./sample.ts";
import { madeProduct, oneOf, SEARCHES, wordOf } from "./works.ts";
import { anyOf, anyPage, BESIDE, rangeFrom } from "./works-beside-changes.ts";

/** A filter that all products pass, as the service's own list has one, and the newest first. */
const ACTIVE = 'status="active"';
const SEARCHED = ["name", "brand", "sku"];
const listed = (filter: string, more: string): Request => {
  const request = requestText("GET", `${RECORDS}?perPage=20&filter=${encodeURIComponent(filter)}${more}`);
  return () => request;
};

/** The works as PocketBase knows them, with this number of records. */
export function pocketBaseRequests({ eans }: Sample, total: number): Record<string, Request> {
  const byEan: Request = (n) => requestText("GET", `${RECORDS}/${recordId(oneOf(eans, n) ?? "")}`);
  const search: Request = (n) => listed(SEARCHED.map((field) => `${field}~"${wordOf(n)}"`).join(" || "), "")(n);
  return {
    "product by EAN": byEan,
    "/ext: product by EAN": byEan,
    "list, first page of 20": listed(ACTIVE, "&sort=-position"),
    "list at 90 %, by page number": listed(ACTIVE, `&sort=-position&page=${Math.floor((total * 0.9) / 20)}`),
    "list at 90 %, by cursor": listed(
      `${ACTIVE} && position<${Math.floor(total * 0.1)}`,
      "&sort=-position&skipTotal=1",
    ),
    ...Object.fromEntries(SEARCHES.map((work) => [work, search])),
    "create, 16 connections": (n: number) =>
      requestText("POST", RECORDS, {}, JSON.stringify({ ...madeProduct(n), ean: `made-${n}` })),
    "/ext: create of one, 64 connections": (n: number) =>
      requestText("POST", RECORDS, {}, JSON.stringify({ ...madeProduct(n), ean: `coded-${n}` })),
  };
}

const any = (filter: string, more: string) =>
  requestText("GET", `${RECORDS}?perPage=20&filter=${encodeURIComponent(filter)}&sort=-position${more}`);

/** The reads that are driven while records change, and the n-th change. */
export function pocketBaseBesideChanges({ manyEans, brands, categories }: Sample, total: number) {
  const place = (n: number) => Math.floor(total * 0.1) + ((n * 7919) % Math.floor(total * 0.9));
  const requests: Record<string, Request> = {
    [BESIDE.byEan]: (n) => requestText("GET", `${RECORDS}/${recordId(anyOf(manyEans, n) ?? "")}`),
    [BESIDE.active]: (n) => any(`${ACTIVE} && position<${place(n)}`, "&skipTotal=1"),
    [BESIDE.activeByNumber]: (n) => any(ACTIVE, `&page=${anyPage(n, total)}`),
    [BESIDE.byBrand]: (n) => any(`${ACTIVE} && brand="${anyOf(brands, n)}"`, ""),
    [BESIDE.byCategory]: (n) => any(`${ACTIVE} && category="${anyOf(categories, n)}"`, ""),
    [BESIDE.byPrices]: (n) => any(`${ACTIVE} && price>=${rangeFrom(n)} && price<=${rangeFrom(n) + 1}`, ""),
    [BESIDE.ranked]: (n) => any(SEARCHED.map((field) => `${field}~"${wordOf(n)}"`).join(" || "), ""),
  };
  const change: Request = (n) =>
    requestText(
      "PATCH",
      `${RECORDS}/${recordId(anyOf(manyEans, n) ?? "")}`,
      {},
      JSON.stringify({ price: 10 + (n % 90) }),
    );
  return { requests, change };
}

import { type Request, requestText } from "./load.ts";
import { RECORDS, recordId } from "./pocketbase-server.ts";
import type { Sample } from "./sample.ts";
import { madeProduct, oneOf, SEARCHES, wordOf } from "./works.ts";

/** A filter that all products pass, as the service's own list has one, and the newest first. */
const ACTIVE = 'status="active"';
const SEARCHED = ["name", "brand", "sku"];
const listed = (filter: string, more: string): Request => {
  const request = requestText("GET", `${RECORDS}?perPage=20&filter=${encodeURIComponent(filter)}${more}`);
  return () => request;
};

/** The works as PocketBase knows them, with so many records. */
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

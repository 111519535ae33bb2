import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { asObjects, type FileProduct, type FileProducts } from "./file-products.ts";
import {
  driveWorks,
  madeProduct,
  oneOf,
  type Request,
  type Sample,
  SEARCHES,
  type Work,
  wordOf,
  worksOf,
} from "./http.ts";
import { quantile, requestText } from "./load.ts";
import { LOADED_BATCHES, LOADED_FILE, measureBulkWrites, measureLoad } from "./machine-apis.ts";
import {
  newPocketBase,
  type PocketBase,
  pocketBaseVersion,
  RECORDS,
  recordId,
  startPocketBase,
} from "./pocketbase-server.ts";
import type { Figures } from "./table.ts";
import { memoryAfterLoad, residentMb } from "./watch.ts";

const STARTS = 5;
/** By then it has done what it does after a start. */
const SETTLED_MS = 2_000;
/** The most records it gives in one answer. */
const PAGE_MAX = 1_000;

interface BatchItem {
  method: "POST" | "PUT" | "PATCH";
  url: string;
  body: object;
}

/** Sends changes in one request, which PocketBase makes in one transaction. */
async function sendBatch(port: number, requests: BatchItem[]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/batch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A batch was answered ${answer.status}: ${text.slice(0, 500)}`);
}

function makesRows(port: number): (rows: FileProduct[]) => Promise<void> {
  let position = 0;
  return (rows) =>
    sendBatch(
      port,
      rows.map((row) => ({
        method: "POST",
        url: RECORDS,
        body: { ...row, id: recordId(String(row["ean"])), status: "active", position: ++position },
      })),
    );
}

/** Every record, in pages by key: its fastest way. */
async function exportAll(port: number, rows: number): Promise<number> {
  const startedAtMs = performance.now();
  let read = 0;
  let last = "";
  for (;;) {
    const after = last === "" ? "" : `&filter=${encodeURIComponent(`id>"${last}"`)}`;
    const answer = await fetch(`http://127.0.0.1:${port}${RECORDS}?perPage=${PAGE_MAX}&skipTotal=1&sort=id${after}`);
    const { items } = (await answer.json()) as { items: { id: string }[] }; // of the documented answer
    read += items.length;
    if (items.length < PAGE_MAX) break;
    last = items.at(-1)?.id ?? "";
  }
  if (read < rows) throw new Error(`PocketBase gave ${read} of ${rows} records`);
  return (read * 1_000) / (performance.now() - startedAtMs);
}

/** A filter that all products pass, as the service's own list has one, and the newest first. */
const ACTIVE = 'status="active"';
const SEARCHED = ["name", "brand", "sku"];
const listed = (filter: string, more: string): Request => {
  const request = requestText("GET", `${RECORDS}?perPage=20&filter=${encodeURIComponent(filter)}${more}`);
  return () => request;
};

function peerRequests({ eans }: Sample, total: number) {
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
  };
}

/** The middle of several starts on its filled folder: milliseconds to the first answer, and the memory it holds then. */
async function measureStarts(folder: string): Promise<{ startMs: number; idleMb: number }> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAtMs = performance.now();
    const server = await startPocketBase(folder);
    times.push(performance.now() - startedAtMs);
    await Bun.sleep(SETTLED_MS);
    sizes.push(residentMb(server.pid));
    await server.stop();
  }
  return { startMs: quantile(times, 0.5), idleMb: quantile(sizes, 0.5) };
}

async function measureServer(
  { port, pid }: PocketBase,
  works: readonly Work[],
  sample: Sample,
  { products, seconds }: { products: FileProduct[]; seconds: number },
): Promise<Figures> {
  const load = await measureLoad(products, makesRows(port));
  const exported = await exportAll(port, products.length);
  const http = await driveWorks(worksOf(works, peerRequests(sample, products.length)), { port, seconds });
  const bulk = await measureBulkWrites(products, seconds, {
    upsert: (upserts) =>
      sendBatch(
        port,
        upserts.map(({ ean, weight, ...rest }) => ({
          method: "PUT",
          url: RECORDS,
          body: { ...rest, id: recordId(ean), weight_kg: weight },
        })),
      ),
    stock: (levels) =>
      sendBatch(
        port,
        levels.map(({ ean, stock }) => ({ method: "PATCH", url: `${RECORDS}/${recordId(ean)}`, body: { stock } })),
      ),
  });
  const memory = await memoryAfterLoad(pid);
  return new Map<string, number>([
    [LOADED_FILE, load],
    [LOADED_BATCHES, load],
    ...http.map(({ work, value }) => [work, value] as const),
    ...bulk,
    ["export by task, rows", exported],
    ["export as a stream, rows", exported],
    ...memory.map(({ work, value }) => [work, value] as const),
  ]);
}

/** What PocketBase reaches on the same products in the same run; `undefined` where it cannot run. */
export async function measurePocketBase(
  works: readonly Work[],
  sample: Sample,
  products: FileProducts,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Figures | undefined> {
  if (pocketBaseVersion() === undefined) return undefined;
  const place = join(folder, "pocketbase");
  mkdirSync(place);
  const server = await newPocketBase(place);
  const figures = await measureServer(server, works, sample, { products: asObjects(products), seconds });
  await server.stop();
  const { startMs, idleMb } = await measureStarts(place);
  return new Map([...figures, ["cold start, binary", startMs], ["memory when idle, binary", idleMb]]);
}

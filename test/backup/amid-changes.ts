import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { FORMATS } from "../media/images.ts";
import { send } from "../servers/named-servers.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";
import { begun, errorsOf, findsDamage, type Ledger, type Made, restored } from "./compare.ts";

const OPERATOR_KEY = "an operator key 0123456789";
const IMPORT_ROWS = 150;
const PAUSE_MS = 20;
/**
 * What is written beside each backup at most: a catalog that grew for as long as a slow machine copies it would be copied slower still.
 */
interface Writes {
  imports: number;
  products: number;
}
const FEW_WRITES: Writes = { imports: 2, products: 30 };

/** How far the story is: the backups begun, and whether it is over. */
interface Progress {
  begun: number;
  perBackup: Writes;
  isOver: boolean;
}

/** Waits until one more may be written; false once the story is over. */
async function mayDo(what: keyof Writes, done: number, progress: Progress): Promise<boolean> {
  while (!progress.isOver && done >= progress.perBackup[what] * progress.begun) await Bun.sleep(PAUSE_MS);
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
  for (let at = 0; await mayDo("products", at, progress); at++) {
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
  for (let at = 0; await mayDo("imports", at, progress); at++) {
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

/** A story of backups amid changes. */
interface Story {
  backups: number;
  perBackup?: Writes;
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
  { backups, perBackup = FEW_WRITES, program = PROGRAM, env = {}, prepare, watch }: Story,
) {
  const given = { CATALOGD_OPERATOR_KEY: OPERATOR_KEY, CATALOGD_BACKUP_KEEP: "0", ...env };
  const service = await startService({ folder, command: program, env: given });
  const apiKey = await newApiKey(service.url);
  await prepare?.(service, apiKey);
  const call = clientOf(service.url, { "x-api-key": apiKey });
  const ledger: Ledger = { products: new Map(), images: new Map(), rows: new Map() };
  const progress: Progress = { begun: 0, perBackup, isOver: false };
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

import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FORMATS } from "../media/images.ts";
import { newApiKey, PROGRAM, startService } from "../servers/service.ts";

const OPERATOR_KEY = "an operator key 0123456789";
const IMPORT_ROWS = 400;
const PAUSE_MS = 20;

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

/** What callers were told: the products by id, the images by id, and the rows of imports by reference. */
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

/** Calls the service with a key; throws for any refusal. */
function clientOf(url: string, headers: Record<string, string>) {
  return async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { "content-type": "application/json" }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (text === "" ? undefined : JSON.parse(text)) as any;
  };
}
type Client = ReturnType<typeof clientOf>;

const fileForm = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
};

/** Makes products with images, and erases every third of them with its image. */
async function keepProducts(call: Client, { products, images }: Ledger, isOver: () => boolean): Promise<void> {
  for (let at = 0; !isOver(); at++) {
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
async function keepImporting(call: Client, { rows }: Ledger, isOver: () => boolean): Promise<void> {
  for (let at = 0; !isOver(); at++) {
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
    }
    life.made = performance.now();
  }
}

async function makeBackups(call: Client, count: number): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
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

async function run(args: string[]): Promise<{ out: string; exitCode: number }> {
  const child = Bun.spawn([...PROGRAM, ...args], { stdout: "pipe", stderr: "inherit" });
  const out = await new Response(child.stdout).text();
  return { out, exitCode: await child.exited };
}

interface Stored {
  tenant_id: string;
  id: string;
  product_id: string;
  sha256: string;
}

/** What is wrong with a folder that a backup was restored into, for those who were told what is in the ledger. */
function faultsOf(dataDir: string, backup: Made, { products, images, rows }: Ledger): string[] {
  const database = new Database(join(dataDir, "catalogd.db"), { readonly: true });
  const named = database.query("select id, reference from product").all() as { id: string; reference: string | null }[];
  const stored = database
    .query("select tenant_id, id, product_id, sha256 from media where is_stored = 1")
    .all() as Stored[]; // as the tables say
  database.close();
  const compare = (what: string, lives: Map<string, Life>, there: ReadonlySet<string | null>) =>
    [...lives].flatMap(([name, life]) => judge(backup, life, there.has(name)) ?? []).map((fault) => `${what} ${fault}`);
  const broken = stored.filter(({ tenant_id: tenantId, product_id: productId, id, sha256 }) => {
    const path = join(dataDir, "files", tenantId, "media", productId, id);
    return !existsSync(path) || createHash("sha256").update(readFileSync(path)).digest("hex") !== sha256;
  });
  return [
    ...compare("a product", products, new Set(named.map(({ id }) => id))),
    ...compare("an image", images, new Set(stored.map(({ id }) => id))),
    ...compare("a row", rows, new Set(named.map(({ reference }) => reference))),
    ...broken.map(({ id }) => `the file of image ${id} is missing or another one`),
  ];
}

/**
 * Makes backups of a service while products with images are made and erased and files are imported, restores each into an empty
 * folder, and compares it with what was acknowledged. Answers what is wrong, nothing as a rule, and how much was compared.
 */
export async function backupsAmidChanges(folder: string, count: number) {
  const env = { CATALOGD_OPERATOR_KEY: OPERATOR_KEY, CATALOGD_BACKUP_KEEP: "0" };
  const service = await startService({ folder, env });
  const call = clientOf(service.url, { "x-api-key": await newApiKey(service.url) });
  const ledger: Ledger = { products: new Map(), images: new Map(), rows: new Map() };
  let isOver = false;
  const writing = [keepProducts, keepImporting].map((keep) => keep(call, ledger, () => isOver));
  const operator = clientOf(service.url, { "x-operator-key": OPERATOR_KEY });
  const made = await makeBackups(operator, count);
  isOver = true;
  await Promise.all(writing);
  await service.kill("SIGTERM");
  const faults: string[] = [];
  for (const [index, backup] of made.entries()) {
    const dataDir = join(folder, `restored-${index}`);
    const restored = await run(["restore", backup.location, "--data-dir", dataDir]);
    const doctor = await run(["doctor", "--data-dir", dataDir, "--json"]);
    const found = JSON.parse(doctor.out).findings.filter(({ status }: { status: string }) => status === "error");
    if (restored.exitCode !== 0) faults.push(`${index}: restore ended with ${restored.exitCode}`);
    faults.push(
      ...[...found.map((each: object) => JSON.stringify(each)), ...faultsOf(dataDir, backup, ledger)].map(
        (fault) => `${index}: ${fault}`,
      ),
    );
  }
  const { products, images, rows } = ledger;
  return { faults, backups: made.length, products: products.size, images: images.size, rows: rows.size };
}

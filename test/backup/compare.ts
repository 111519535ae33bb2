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
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** When something was asked for and acknowledged; a time that has not come is infinite. */
export interface Life {
  asked: number;
  made: number;
  askedToGo: number;
  gone: number;
}
export const begun = (): Life => ({
  asked: performance.now(),
  made: Number.POSITIVE_INFINITY,
  askedToGo: Number.POSITIVE_INFINITY,
  gone: Number.POSITIVE_INFINITY,
});

/** A backup: between these two times its one moment lies. */
export interface Made {
  from: number;
  to: number;
  location: string;
}

/** What was acknowledged to callers: the products by id, the images by id, and the rows of imports by reference. */
export interface Ledger {
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
export async function restored(program: readonly string[], dataDir: string, made: Made, ledger: Ledger) {
  const startedAt = performance.now();
  const { exitCode } = await run(program, ["restore", made.location, "--data-dir", dataDir]);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { faults: exitCode === 0 ? faultsOf(dataDir, made, ledger) : [`restore ended with ${exitCode}`], seconds };
}

/** What doctor finds wrong in a folder. */
export async function errorsOf(program: readonly string[], dataDir: string): Promise<string[]> {
  const { out } = await run(program, ["doctor", "--data-dir", dataDir, "--json"]);
  const findings: { status: string }[] = JSON.parse(out).findings;
  return findings.filter(({ status }) => status === "error").map((each) => JSON.stringify(each));
}

/** Whether a copy of an archive with one other byte in its middle is refused. */
export async function findsDamage(program: readonly string[], folder: string, location: string): Promise<boolean> {
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

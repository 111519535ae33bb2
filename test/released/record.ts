import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { readFacts } from "../../db/local/copy-database.ts";
import { SCHEMA_VERSION } from "../../db/migrate.ts";
import { SCHEMA } from "../../db/schema.ts";
import type { Released } from "../../db/upgrades/upgrade.ts";
import packageJson from "../../package.json" with { type: "json" };
import { newApiKey, startService } from "../servers/service.ts";

// `npm run record-release`: keeps a small data folder of this version, and what its API promises, for all versions to come.

const RELEASED = "db/upgrades/released.json";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const program = packageJson.version;
const folder = mkdtempSync(join(tmpdir(), "catalogd-release-"));

const service = await startService({ folder, env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
const key = await newApiKey(service.url);

// biome-ignore lint/suspicious/noExplicitAny: any answer is read here
async function post(path: string, body: FormData | object): Promise<any> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": key, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const { id: brandId } = await post("/brands", { name: "Acme" });
const { id } = await post("/products", { name: "Kettle", sku: "KET-1", price: 49.9, brand_id: brandId });
const image = new FormData();
image.set("file", new File([Buffer.from(PIXEL, "base64")], "kettle.png", { type: "image/png" }));
await post(`/products/${id}/media/upload`, image);
await post("/products", { name: "Lamp", sku: "LAMP-1" });
const file = new FormData();
file.set("file", new File(["sku,name\nCUP-1,Cup\n"], "cups.csv"));
await post("/imports/upload", file);
await service.kill("SIGTERM");

const data = join(folder, "data");
for (const name of readdirSync(data)) {
  if (!["catalogd.db", "secret.key", "files"].includes(name)) rmSync(join(data, name), { recursive: true });
}
const { tables } = readFacts(join(data, "catalogd.db"));
writeFileSync(`test/released/${program}.json`, `${JSON.stringify({ tables, productId: id }, null, 2)}\n`);
const packed = Bun.spawnSync(["tar", "-C", folder, "-czf", `test/released/${program}.tar.gz`, "data"]);
if (packed.exitCode !== 0) throw new Error(packed.stderr.toString());

const known = JSON.parse(readFileSync(RELEASED, "utf8")) as Released[];
const sha256 = createHash("sha256").update(SCHEMA).digest("hex");
const all = [...known.filter((each) => each.program !== program), { program, schema: SCHEMA_VERSION, sha256 }];
writeFileSync(RELEASED, `${JSON.stringify(all, null, 2)}\n`);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`The folder of ${program} is kept, of schema version ${SCHEMA_VERSION}\n`);

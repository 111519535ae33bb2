import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { FORMATS } from "../media/images.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

/** How many places each upload is broken off at, and how many requests must be answered afterwards. */
const PLACES = 20;
const REQUESTS = 200;

const folder = temporaryFolder();
let service: StartedService;
let apiKey: string;
interface Upload {
  path: string;
  file: Buffer;
  fields?: Record<string, string>;
}
/** The path of each upload route, and a file that it takes. */
const routes: Record<string, Upload> = {};

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { "x-api-key": apiKey, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return { status: response.status, body: (await response.json()) as any };
}

beforeAll(async () => {
  const command = [process.execPath, join(import.meta.dir, "../servers/collecting-main.ts")];
  service = await startService({ folder, command, env: { CATALOGD_THREADS: "1" } });
  apiKey = await newApiKey(service.url);
  const { id } = (await call("POST", "/products", { name: "A product", sku: "A" })).body;
  await call("POST", "/ean-asin/templates", { name: "T", delimiter: ",", ean_column: "ean", asin_column: "asin" });
  const table = Buffer.from(`ean,name,asin\n${"3400949497294,A name,B00000001\n".repeat(20_000)}`);
  const image = FORMATS["image/png"](400, 300);
  routes["an import"] = { path: "/imports/upload", file: table };
  routes["a sample of a file"] = { path: "/imports/detect-format", file: table };
  routes["mappings of ASINs"] = { path: "/ean-asin/import", file: table, fields: TEMPLATE };
  routes["an image"] = { path: `/products/${id}/media/upload`, file: image };
  routes["a document"] = { path: `/compliance/products/${id}/documents`, file: image };
});
afterAll(() => service.kill("SIGTERM"));

const TEMPLATE = { template_id: "1" };
/** Of all the routes: each reads those it knows. */
const FIELDS = { title: "A title", type: "other", supplier_code: "ACME" };
const BOUNDARY = "-----------------------------a-boundary";

/** A multipart body. */
function formOf(file: Buffer, { name = "file", fileName = "a.csv", ...given }: Record<string, string> = {}): Buffer {
  const fields = Object.entries({ ...FIELDS, ...given }).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(fields.join("") + head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Sends the beginning of an upload and closes the connection when all of that has left. */
const breakOff = (path: string, form: Buffer, sent: number) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${form.length}\r\n\r\n`,
    );
    // What is on its way is read before the connection is seen to be closed.
    socket.write(form.subarray(0, sent), () => setTimeout(() => socket.destroy(), 10));
  });

/** Sends a whole body that is no whole form. */
const sendDamaged = (path: string, form: Buffer, boundary = BOUNDARY) =>
  fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: form,
    signal: AbortSignal.timeout(50_000),
  });

const partsLeft = () =>
  readdirSync(join(folder, "data", "files"), { recursive: true }).filter((name) => String(name).endsWith(".part"));
/** The files of the store that the process has open. */
function openFiles(): string[] {
  const descriptors = `/proc/${service.pid}/fd`;
  const targets = readdirSync(descriptors).map((name) => {
    try {
      return readlinkSync(join(descriptors, name));
    } catch {
      return "";
    }
  });
  return targets.filter((target) => target.startsWith(join(folder, "data", "files")));
}

/** The process lives, answers, and has nothing left of what broke off. */
async function livesOn(): Promise<void> {
  process.kill(service.pid, "SIGUSR2");
  for (let request = 0; request < REQUESTS; request++) {
    const answer = await call("GET", "/products").catch(() => undefined);
    if (answer?.status !== 200) throw new Error(`The service is gone:\n${service.output().slice(-2_000)}`);
  }
  process.kill(service.pid, "SIGUSR2");
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain("catalogd_uncaught_errors_total 0");
  expect(partsLeft()).toEqual([]);
  expect(openFiles()).toEqual([]);
}

const NAMES = ["an import", "a sample of a file", "mappings of ASINs", "an image", "a document"];
const routeOf = (name: string): Upload => routes[name] ?? { path: "", file: Buffer.alloc(0) };

describe.each(NAMES)("an upload of %s", (name) => {
  test("is taken", async () => {
    const { path, file, fields } = routeOf(name);
    const { status } = await sendDamaged(path, formOf(file, fields));
    expect([200, 201, 202]).toContain(status);
  });

  test(`S-01 that is broken off at any of ${PLACES} places leaves nothing behind`, async () => {
    const { path, file, fields } = routeOf(name);
    const form = formOf(file, fields);
    for (let place = 0; place < PLACES; place++) {
      await breakOff(path, form, Math.floor((form.length * (place + 0.5)) / PLACES));
    }
    await livesOn();
  }, 120_000);

  test("S-02 S-15 that is cut, has other files or is damaged is refused at once", async () => {
    const { path, file, fields } = routeOf(name);
    const other = formOf(file, { ...fields, name: "other" });
    const twice = Buffer.concat([formOf(file, fields).subarray(0, -4 - BOUNDARY.length - 2), other.subarray(0, 2_000)]);
    const quoted = formOf(file, { ...fields, fileName: 'a.csv"; name="file' });
    const forms = [other, twice, formOf(file, fields), quoted].flatMap((form) =>
      [90, 200, 300, 420, 520, 1_000, Math.floor(form.length / 2), form.length - 1].map((end) => form.subarray(0, end)),
    );
    const seen: number[] = [];
    for (const form of forms) seen.push((await sendDamaged(path, form)).status);
    expect([...new Set(seen)].filter((status) => ![200, 201, 202, 400, 422].includes(status))).toEqual([]);
    for (const boundary of ["", '""']) expect((await sendDamaged(path, formOf(file), boundary)).status).toBe(400);
    await livesOn();
  }, 120_000);
});

test("S-03 files that are no text, sent for mappings, are refused one by one", async () => {
  const form = formOf(Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(20_000, 0x91)]), TEMPLATE);
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => (await sendDamaged("/ean-asin/import", form)).status),
  );
  expect([...new Set(statuses)]).toEqual([422]);
  await livesOn();
}, 120_000);

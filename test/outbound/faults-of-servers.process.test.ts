import { afterAll, beforeAll, expect, test } from "bun:test";
import { newRawKey } from "../../src/identity/api-keys/raw-key.ts";
import { temporaryFolder } from "../cleanup.ts";
import { type Line, openLine } from "../servers/line.ts";
import { startMinio } from "../servers/minio.ts";
import { ADMIN, newApiKey, type StartedService, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

const sqld = await startSqld();
const minio = await startMinio(temporaryFolder());
const database = await openLine(sqld.url);
const store = await openLine(minio.url);
let service: StartedService;
let key: string;
beforeAll(async () => {
  const env = { ...minio.env, CATALOGD_S3_ENDPOINT: store.url, CATALOGD_DATABASE_URL: database.url };
  service = await startService({ folder: temporaryFolder(), env });
  key = await newApiKey(service.url);
}, 60_000);
afterAll(async () => {
  await service.kill("SIGTERM");
  for (const line of [database, store]) line.stop();
  await Promise.all([sqld.stop(), minio.stop()]);
}, 60_000);

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...(!isForm && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, retryAfter: response.headers.get("retry-after"), text: await response.text() };
};
const REFUSED = { status: 503, retryAfter: "30" };
/** Asks again until the service answers so. */
const until = async (request: () => Promise<{ status: number }>, status: number) => {
  for (let tries = 0; tries < 100 && (await request()).status !== status; tries++) await Bun.sleep(100);
  expect((await request()).status).toBe(status);
};

const list = () => send("GET", "/products", undefined, { "x-api-key": key });
const create = () => send("POST", "/products", { name: "Pen" }, { "x-api-key": key });
/** By an unknown key: the database is read for it before the body is read. */
const createWithNewKey = () => send("POST", "/products", { name: "Pen" }, { "x-api-key": newRawKey(false).key });
const logIn = () => send("POST", "/auth/login/json", ADMIN);
const health = () => send("GET", "/health");
function upload() {
  const form = new FormData();
  form.set("file", new File(["ean,name\n4006381333931,Pen\n"], "a.csv"));
  return send("POST", "/imports/upload", form, { "x-api-key": key });
}

/** Makes a server unusable in one way, and takes that back. */
const AWAY: Record<string, { begin: (line: Line) => void; end: (line: Line) => void }> = {
  "refuses connections": { begin: (line) => line.cut(), end: (line) => line.mend() },
  hangs: {
    begin: (line) => {
      line.hangs = true;
    },
    end: (line) => {
      line.hangs = false;
    },
  },
};

test.each(Object.keys(AWAY))(
  "a database server that %s is reported as 503, and heals without a restart",
  async (way) => {
    AWAY[way]?.begin(database);
    const refused = await Promise.all([list(), create(), createWithNewKey(), logIn()]);
    // What was just seen counts for a second.
    await until(health, 503);
    const reported = (await health()).text;
    AWAY[way]?.end(database);

    expect(refused.map(({ status, retryAfter }) => ({ status, retryAfter }))).toEqual(refused.map(() => REFUSED));
    // No answer says where the server is and what its client said; the log is.
    expect(reported).toContain('"database":{"status":"down","reason":"It ');
    expect(reported).not.toMatch(/127\.0\.0\.1|connect|ECONN|fetch/i);
    expect(service.output()).toContain("a part of the service is down");
    await until(create, 201);
    await until(logIn, 200);
    await until(health, 200);
  },
  60_000,
);

test.each(Object.keys(AWAY))(
  "a file store that %s is reported as 503, and heals without a restart",
  async (way) => {
    AWAY[way]?.begin(store);
    const refused = await upload();
    AWAY[way]?.end(store);

    expect(refused).toMatchObject(REFUSED);
    await until(upload, 202);
  },
  60_000,
);

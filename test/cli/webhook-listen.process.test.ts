import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import process from "node:process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";

setDefaultTimeout(60_000);

let service: StartedService;
let key: string;
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder(), env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
  key = await newApiKey(service.url);
});
afterAll(() => service.kill("SIGTERM"));

const call = async (method: string, path: string, body?: unknown) => {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await fetch(`${service.url}/api/v1${path}`, sent)).json();
};

function listen(...args: string[]) {
  const child = Bun.spawn([...PROGRAM, "webhooks", "listen", ...args], {
    cwd: temporaryFolder(),
    env: { ...process.env, CATALOGD_URL: service.url, CATALOGD_KEY: key },
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines = (stream: ReadableStream) => {
    const read = createInterface({ input: Readable.fromWeb(stream as never) })[Symbol.asyncIterator]();
    return async () => String((await read.next()).value);
  };
  return { child, nextLine: lines(child.stdout), nextNote: lines(child.stderr) };
}

test("prints what the service sends, refuses what others send, and takes its webhook along", async () => {
  const { child, nextLine, nextNote } = listen("--events", "product.created");
  const first = await nextNote();
  const [, id = "", url = ""] = /^Webhook (\S+) sends to (\S+)\. WEBHOOK_SECRET=whsec_/.exec(first) ?? [];
  await nextNote();

  const forged = await fetch(url, { method: "POST", body: '{"event":"product.deleted"}' });
  expect(forged.status).toBe(400);
  expect(await nextNote()).toContain("not signed");
  await call("POST", "/products", { name: "Handsaw" });
  expect(await nextLine()).toMatch(/^\S+Z {2}product\.created {2}\{"id":.*"name":"Handsaw"/);

  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
  expect(await call("GET", `/webhooks/${id}`)).toMatchObject({ error: { error_code: "NOT_FOUND" } });
});

test("ends after one delivery with --once, which --json prints as it was sent", async () => {
  const { child, nextLine, nextNote } = listen("--once", "--json");
  const first = await nextNote();
  await call("POST", `/webhooks/${first.split(" ")[1]}/test`);
  expect(JSON.parse(await nextLine())).toMatchObject({ event: "test" });
  expect(await child.exited).toBe(0);
});

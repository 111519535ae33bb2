import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

// The receivers that the guide shows, as printed there, get deliveries of a service that runs.
setDefaultTimeout(120_000);

const PRINTED = /<!-- receiver: (\S+) -->\n```\w+\n([\s\S]*?)```/g;
const guide = await Bun.file("docs/integrators-guide.md").text();
const receivers = [...guide.matchAll(PRINTED)].map(([, file = "", program = ""]) => ({ file, program }));
/** What runs each. */
const RUN: Record<string, (path: string, port: number) => string[]> = {
  ts: (path) => [process.execPath, path],
  py: (path) => ["python3", path],
  php: (path, port) => ["php", "-S", `127.0.0.1:${port}`, path],
  // What `go run` starts would outlive it.
  go: (path) => ["sh", "-c", 'go build -o "$0.out" "$0" && exec "$0.out"', path],
};

let service: StartedService;
let key: string;
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder(), env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
  key = await newApiKey(service.url);
});
afterAll(() => service.kill("SIGTERM"));

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
async function post(path: string, body?: unknown): Promise<any> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: "POST",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Starts a receiver on a port, and says when it listens and what it has printed. */
async function start({ file, program }: (typeof receivers)[number], port: number, secret: string) {
  const folder = temporaryFolder();
  const path = join(folder, file);
  writeFileSync(path, program);
  // As `npm install standardwebhooks` would leave it.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "tmp"));
  const command = RUN[file.split(".").at(-1) ?? ""]?.(path, port) ?? [];
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port), TMPDIR: join(folder, "tmp") },
    stdout: "pipe",
    stderr: "pipe",
  });
  let said = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const text of stream) said += decoder.decode(text, { stream: true });
  };
  void collect(child.stdout);
  void collect(child.stderr);
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(url, { method: "POST", body: "{}" }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(said);
    await Bun.sleep(50);
  }
  return { url, said: () => said, stop: () => child.kill("SIGKILL") };
}

/** A relay that keeps what it passes on: an attacker on the way. */
function tap(to: string) {
  const kept: { headers: Headers; body: string }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const sent = { headers: request.headers, body: await request.text() };
      kept.push(sent);
      const { status } = await fetch(to, { method: "POST", ...sent });
      return new Response(null, { status });
    },
  });
  return { server, kept };
}

test("the guide has a receiver in each of four languages", () => {
  expect(receivers.map(({ file }) => file)).toEqual(["receiver.ts", "receiver.py", "receiver.php", "receiver.go"]);
});

describe.each(receivers)("$file of the guide", ({ file, program }) => {
  const [runner = ""] = RUN[file.split(".").at(-1) ?? ""]?.("", 0) ?? [];

  test.skipIf(Bun.which(runner) === null)("takes what is signed, once (of Debian: php-cli, golang-go)", async () => {
    const port = await freePort();
    const { server, kept } = tap(`http://127.0.0.1:${port}/`);
    const made = await post("/webhooks", { name: file, url: server.url.href, events: ["product.created"] });
    const receiver = await start({ file, program }, port, made.generated_secret);

    expect(await post(`/webhooks/${made.id}/test`)).toMatchObject({ status: "success", status_code: 204 });
    const [delivery] = kept;
    if (!delivery) throw new Error("Nothing was delivered");
    const send = async (changed: { headers?: Record<string, string>; body?: string }) => {
      const headers = new Headers({ ...Object.fromEntries(delivery.headers), ...changed.headers });
      const { status } = await fetch(receiver.url, { method: "POST", headers, body: changed.body ?? delivery.body });
      return status;
    };
    expect(await send({})).toBe(204);
    const signature = delivery.headers.get("webhook-signature") ?? "";
    expect(await send({ headers: { "webhook-signature": `v1,AAAA ${signature}` } })).toBe(204);
    expect(await send({ body: delivery.body.replace("test event", "forged one") })).toBe(400);
    expect(await send({ headers: { "webhook-signature": "v1,AAAA" } })).toBe(400);
    expect(await send({ headers: { "webhook-timestamp": "1700000000" } })).toBe(400);
    expect(receiver.said().match(/test \{"webhook_id":/g)).toHaveLength(1);

    receiver.stop();
    await server.stop(true);
  });
});

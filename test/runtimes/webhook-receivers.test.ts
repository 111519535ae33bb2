import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

// The receivers that the guide shows, as printed there, get deliveries of a service that runs.
setDefaultTimeout(120_000);

const guide = await Bun.file("docs/integrators-guide.md").text();
const printed = (kind: string) =>
  [...guide.matchAll(new RegExp(`<!-- ${kind}: (\\S+) -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, file = "", program = ""]) => ({ file, program }),
  );
const receivers = printed("receiver");
/** What the guide has for those who may install nothing. */
const instead = printed("instead");
const languageOf = (file: string) => file.split(".").at(-1) ?? "";
/** A clone of github.com/standard-webhooks/standard-webhooks: npm has its part in TypeScript alone, Debian none. */
const LIBRARIES = process.env["TEST_STANDARD_WEBHOOKS"];
const WITH_LIBRARIES =
  LIBRARIES === undefined
    ? "set TEST_STANDARD_WEBHOOKS to a clone of github.com/standard-webhooks/standard-webhooks to try the libraries"
    : "by the guide's own code";
/** What runs each. */
const RUN: Record<string, (path: string, port: number) => string[]> = {
  ts: (path) => [process.execPath, path],
  py: (path) => ["python3", path],
  php: (path, port) => ["php", "-S", `127.0.0.1:${port}`, path],
  // What `go run` starts would outlive it.
  go: () => ["sh", "-c", "go build -o receiver.out . && exec ./receiver.out"],
};
const LIBRARY_IN_GO = "github.com/standard-webhooks/standard-webhooks/libraries";

/** The library of a language as its installer would leave it beside the receiver, as files. */
const INSTALLED: Record<string, (libraries: string) => Record<string, string>> = {
  py: () => ({}), // By PYTHONPATH.
  php: (libraries) => ({
    "vendor/autoload.php": `<?php spl_autoload_register(fn ($name) => require '${libraries}/libraries/php/src/'
      . strtr(substr($name, strlen('StandardWebhooks\\\\')), '\\\\', '/') . '.php');`,
  }),
  go: (libraries) => ({
    "go.mod": `module receiver\n\ngo 1.21\n\nrequire ${LIBRARY_IN_GO} v0.0.1\n\nreplace ${LIBRARY_IN_GO} => ${libraries}/libraries\n`,
  }),
};

/** What lies beside a receiver: the library, or the guide's text in its place. */
function filesOf({ file, program }: (typeof receivers)[number], libraries?: string): Record<string, string> {
  const language = languageOf(file);
  if (language === "ts") return { [file]: program };
  if (libraries !== undefined) return { [file]: program, ...INSTALLED[language]?.(resolve(libraries)) };
  const own = instead.filter((each) => languageOf(each.file) === language);
  return {
    [file]: program.replace(`standardwebhooks "${LIBRARY_IN_GO}/go"`, '"receiver/standardwebhooks"'),
    ...Object.fromEntries(own.map((each) => [each.file, each.program])),
    ...(language === "go" && { "go.mod": "module receiver\n\ngo 1.19\n" }),
  };
}

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
async function start(receiver: (typeof receivers)[number], port: number, secret: string, libraries?: string) {
  const { file } = receiver;
  const folder = temporaryFolder();
  const path = join(folder, file);
  for (const [name, text] of Object.entries(filesOf(receiver, libraries))) await Bun.write(join(folder, name), text);
  // As `npm install standardwebhooks` would leave it.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "tmp"));
  const command = RUN[languageOf(file)]?.(path, port) ?? [];
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    cwd: folder,
    env: {
      ...process.env,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
      TMPDIR: join(folder, "tmp"),
      GOFLAGS: "-mod=mod",
      GOPROXY: "off",
      ...(libraries !== undefined && { PYTHONPATH: resolve(libraries, "libraries/python") }),
    },
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

test("the guide has a receiver in each of four languages, and three that need no library", () => {
  expect(receivers.map(({ file }) => file)).toEqual(["receiver.ts", "receiver.py", "receiver.php", "receiver.go"]);
  expect(instead.map(({ file }) => languageOf(file))).toEqual(["py", "php", "go"]);
});

/** A receiver takes what the service sends, once, and nothing else. */
async function receives(printedReceiver: (typeof receivers)[number], libraries?: string): Promise<void> {
  const port = await freePort();
  const { server, kept } = tap(`http://127.0.0.1:${port}/`);
  const made = await post("/webhooks", {
    name: `${printedReceiver.file} ${libraries ?? ""}`.trim(),
    url: server.url.href,
    events: ["product.created"],
  });
  const receiver = await start(printedReceiver, port, made.generated_secret, libraries);

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
  expect(await send({ headers: { "webhook-signature": "v1" } })).toBe(400);
  expect(await send({ headers: { "webhook-timestamp": "1700000000" } })).toBe(400);
  expect(await send({ headers: { "webhook-timestamp": "yesterday" } })).toBe(400);
  expect(receiver.said().match(/test \{"webhook_id":/g)).toHaveLength(1);

  receiver.stop();
  await server.stop(true);
}

describe.each(receivers)("$file of the guide", (receiver) => {
  const [runner = ""] = receiver.file.endsWith(".go") ? ["go"] : (RUN[languageOf(receiver.file)]?.("", 0) ?? []);
  const isHere = Bun.which(runner) !== null;

  test.skipIf(!isHere)(`takes what is signed, once (of Debian: php-cli, golang-go; ${WITH_LIBRARIES})`, () =>
    receives(receiver),
  );

  // Where they are not, a test of them would count as one that failed.
  if (LIBRARIES === undefined || languageOf(receiver.file) === "ts") return;
  test("does so with the public library", () => receives(receiver, LIBRARIES));
});

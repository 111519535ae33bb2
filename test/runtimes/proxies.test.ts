import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { allBlocks } from "../docs/blocks.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { type FrontServer, startCaddy, startNginx } from "./documents/proxies.ts";
import { runShell, whole } from "./shell.ts";

// The two proxies of docs/install.md with its printed lines, over TLS; what they keep from strangers is in documents.test.ts.

const TEST_MS = 300_000;
const MB = 1_000_000;
const ROWS = 10_000;
const GOING_ON = /^(?:processing|persisting)$/;
const blocks = new Map((await allBlocks()).map(({ key, text }) => [key, text]));

let service: StartedService;
let apiKey = "";
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder(), env: { CATALOGD_TRUST_PROXY: "1" } });
  apiKey = await newApiKey(service.url);
}, TEST_MS);
afterAll(() => service.kill("SIGTERM"), TEST_MS);

/** What a client does with the service, here or behind a proxy. */
function clientOf(url: string, certificate?: string) {
  const tls = certificate === undefined ? {} : { tls: { ca: certificate } };
  return async (method: string, path: string, body?: FormData | string): Promise<Response> => {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const headers = { "x-api-key": apiKey, ...type };
    const sent = body === undefined ? {} : { body };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent, ...tls });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
}

/** Some 50 MB of products. */
function largeFile(name: string): FormData {
  const words = "wool cotton linen ".repeat(288);
  const rows = Array.from({ length: ROWS }, (_, index) => `${name}-${index},Product ${index},${words}`);
  const form = new FormData();
  form.set("file", new File([`sku,name,description\n${rows.join("\n")}\n`], `${name}.csv`));
  return form;
}

interface Uploaded {
  id: string;
  data: { file_analysis: { suggested_mapping: unknown } };
}

const STARTS: [string, string, (block: string, url: string) => Promise<FrontServer>][] = [
  ["nginx", "docs/install.md 5", startNginx],
  ["Caddy", "docs/install.md 6", startCaddy],
];

describe.each(STARTS)("behind %s", (name, key, start) => {
  let proxy: FrontServer;
  let behind: ReturnType<typeof clientOf>;
  let direct: ReturnType<typeof clientOf>;
  let id = "";
  beforeAll(async () => {
    proxy = await start(blocks.get(key) ?? "", service.url);
    behind = clientOf(proxy.tlsUrl, proxy.certificate);
    direct = clientOf(service.url);
  }, TEST_MS);
  afterAll(() => proxy.stop(), TEST_MS);

  test(
    "a file of 50 MB is uploaded over TLS",
    async () => {
      const form = largeFile(name);
      expect((form.get("file") as File).size).toBeGreaterThan(50 * MB);
      const uploaded = (await (await behind("POST", "/imports/upload", form)).json()) as Uploaded;
      id = uploaded.id;
      const mapping = { column_mapping: uploaded.data.file_analysis.suggested_mapping };
      await behind("POST", `/imports/${id}/save-mapping`, JSON.stringify(mapping));
    },
    TEST_MS,
  );

  test(
    "events arrive while the import goes on, not when it is over",
    async () => {
      await behind("POST", `/imports/${id}/start-processing`);
      const reader = (await behind("GET", `/imports/${id}/events`)).body?.getReader();
      if (!reader) throw new Error("There is no stream");
      let events = "";
      while (events.match(/^event: progress$/gm)?.length !== 2) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream has ended: ${events}`);
        events += new TextDecoder().decode(value);
      }
      const now = (await (await direct("GET", `/imports/${id}`)).json()) as { status: string };
      expect(now.status).toMatch(GOING_ON);
      await reader.cancel();
      while (true) {
        const { status } = (await (await direct("GET", `/imports/${id}?wait=30`)).json()) as { status: string };
        if (status.startsWith("completed")) break;
        expect(status).toMatch(GOING_ON);
      }
    },
    TEST_MS,
  );

  test(
    "a streamed export is whole, comes in parts and is not kept back until it is made",
    async () => {
      const whole = await (await direct("GET", "/exports/stream/csv/products")).text();
      const response = await behind("GET", "/exports/stream/csv/products");
      expect(response.headers.get("content-length")).toBeNull();
      const decoder = new TextDecoder();
      let [text, parts, firstMs] = ["", 0, 0];
      const startMs = performance.now();
      for await (const part of response.body ?? []) {
        if (parts++ === 0) firstMs = performance.now() - startMs;
        text += decoder.decode(part, { stream: true });
      }
      const wholeMs = performance.now() - startMs;
      expect(text === whole).toBe(true);
      expect(text.length).toBeGreaterThan(50 * MB);
      expect(parts).toBeGreaterThan(10);
      expect(firstMs).toBeLessThan(wholeMs / 2);
    },
    TEST_MS,
  );
});

const LOGINS_MAX = 5;

describe.each(STARTS)("the limits of clients behind %s", (_, key, start) => {
  let limited: StartedService;
  let proxy: FrontServer;
  beforeAll(async () => {
    // The proxies speak from this address; a caller from another one is no proxy.
    const env = { CATALOGD_TRUST_PROXY: "127.0.0.1", CATALOGD_RATE_LIMIT_DISABLED: "0" };
    limited = await startService({ folder: temporaryFolder(), env });
    proxy = await start(blocks.get(key) ?? "", limited.url);
  }, TEST_MS);
  afterAll(async () => {
    await proxy.stop();
    await limited.kill("SIGTERM");
  }, TEST_MS);

  /** Which of this number of logins from an address are refused as too many; each claims another address. The account is locked meanwhile. */
  async function logIns(url: string, address: string, count: number): Promise<boolean[]> {
    const refused: boolean[] = [];
    for (let at = 0; at < count; at++) {
      const command = `curl -s -o /dev/null -w '%{http_code}' --interface ${address} -H 'X-Forwarded-For: 203.0.113.${at + 1}' \
        --json '{"email":"somebody@example.com","password":"wrong-password-1"}' ${url}/api/v1/auth/login/json`;
      refused.push(whole(await runShell(command)) === "429");
    }
    return refused;
  }
  const REFUSED = [...Array.from({ length: LOGINS_MAX }, () => false), true];

  test("two clients have limits of their own, and neither can choose its address", async () => {
    expect(await logIns(proxy.url, "127.0.0.9", LOGINS_MAX + 1)).toEqual(REFUSED);
    expect(await logIns(proxy.url, "127.0.0.10", LOGINS_MAX + 1)).toEqual(REFUSED);
    expect(limited.output()).toContain("127.0.0.9");
    expect(limited.output()).not.toContain("203.0.113.");
  });

  test("a caller past the proxy is counted by where it is, and not by what it says", async () => {
    expect(await logIns(limited.url, "127.0.0.11", LOGINS_MAX + 1)).toEqual(REFUSED);
    expect(limited.output()).not.toContain("203.0.113.");
  });
});

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { temporaryFolder } from "../cleanup.ts";
import { providerSetting } from "../doubles/chat-provider.ts";
import { startHostile } from "../servers/hostile-server.ts";
import { ADMIN, startService } from "../servers/service.ts";

const OPERATOR_KEY = "an operator key 0123456789";
const MIB = 1024 * 1024;
const GROWTH_MAX = 300 * MIB;

const rssOf = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/** Sends JSON or a form; answers with the status and what was said. */
async function send(url: string, headers: Record<string, string>, method: string, path: string, body?: object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  return { status: response.status, text, json: (text.startsWith("{") ? JSON.parse(text) : undefined) as any };
}

/** The headers of somebody who logs in. */
async function sessionOf(url: string, credentials: { email: string; password: string }) {
  const { json } = await send(url, {}, "POST", "/auth/login/json", credentials);
  return { authorization: `Bearer ${json.access_token}` };
}

/** A second tenant of a service; its headers. */
async function secondTenant(url: string): Promise<Record<string, string>> {
  const email = "other@example.com";
  const password = "correct-horse-2";
  const subscription = { email, company_name: "Other Ltd" };
  const operator = { "x-operator-key": OPERATOR_KEY };
  const { json: subscribed } = await send(url, operator, "POST", "/operator/subscriptions", subscription);
  const person = { token: subscribed.token, password, first_name: "Anna", last_name: "Martin" };
  await send(url, {}, "POST", "/auth/register", person);
  return sessionOf(url, { email, password });
}

test("servers that never answer well hold up nobody else, and each call to them ends with a reason", async () => {
  const hostile = await startHostile();
  const service = await startService({
    folder: temporaryFolder(),
    env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1", CATALOGD_OPERATOR_KEY: OPERATOR_KEY },
  });
  const { url, pid } = service;
  const mine = await sessionOf(url, ADMIN);
  const theirs = await secondTenant(url);
  const own = (method: string, path: string, body?: object) => send(url, mine, method, path, body);
  const other = (method: string, path: string, body?: object) => send(url, theirs, method, path, body);
  const made = async (path: string, body: object): Promise<string> => {
    const { status, text, json } = await own("POST", path, body);
    if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`);
    return json.id;
  };
  const product = await made("/products", { name: "Chair" });
  const webhook = await made("/webhooks", {
    name: "W",
    url: hostile.url,
    events: ["product.created"],
    secret: "s",
    timeout_seconds: 1,
  });
  const config = { base_url: hostile.url, username: "u", password: "p" };
  const provider = providerSetting(`${hostile.url}/v1`, { timeout_seconds: 1 });
  expect((await own("PUT", "/settings/ai-provider", provider)).status).toBeLessThan(300);
  await other("POST", "/products", { name: "Steel lamp" });
  const before = rssOf(pid);

  let pending = 0;
  const held = (path: string, body?: object) => {
    pending++;
    return own("POST", path, body).finally(() => pending--);
  };
  const calls = [
    ...Array.from({ length: 4 }, () => held(`/enrichment/prompts/builtin-seo-en/execute`, { product_id: product })),
    ...Array.from({ length: 4 }, () => held(`/webhooks/${webhook}/test`)),
    ...Array.from({ length: 4 }, () => held("/exports/platforms/test", { platform_type: "webdav", config })),
  ];
  while (hostile.asked() < 8 && pending > 0) await Bun.sleep(1);

  const file = new FormData();
  file.set("file", new Blob(["sku,name\nS1,Steel lamp\n"]), "products.csv");
  const beside = [
    await other("GET", "/search/products?q=lamp"),
    await other("POST", "/imports/upload", file),
    await other("GET", "/exports/stream/csv/products"),
  ];
  expect(pending).toBeGreaterThan(0);
  expect(beside.map(({ status }) => status)).toEqual([200, 202, 200]);

  const answers = await Promise.all(calls);
  const said = answers.map(({ status, json }) =>
    status === 200 ? JSON.stringify(json) : `${status} ${json?.error?.message}`,
  );
  // Of a receiver of webhooks only the status counts, whatever follows it.
  for (const each of said)
    expect(each).toMatch(/^503 .|"success":false,"error_message":"|"status":"(?:failed|success)"/);
  expect(rssOf(pid) - before).toBeLessThan(GROWTH_MAX);

  await service.kill("SIGTERM");
  hostile.stop();
}, 120_000);

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { callApi, newFolder, removeItems, runRecipe } from "./recipes.ts";

// What the recipes do when they must wait, or somebody else was faster. The service itself says 412 and 429; a
// gateway that stands before it says 503, as those do while a service starts again.
setDefaultTimeout(200_000);

const LIMITS = { BULK_UPDATE: { limit: 1, window_s: 2 } };
let service: StartedService;
let key: string;
/** What each request through the gateway asked for, and what it was answered. */
let passed: { request: string; key: string | null; status: number }[];
let unavailable = 0;
let before: (request: Request) => Promise<unknown>;

const gateway = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    await before(request);
    const answer =
      unavailable-- > 0
        ? new Response("<h1>503</h1>", { status: 503, headers: { "retry-after": "1", "content-type": "text/html" } })
        : await fetch(`${service.url}${pathname}${search}`, {
            method: request.method,
            headers: request.headers,
            body: request.body ? await request.bytes() : null,
            decompress: false,
          });
    const { method, headers } = request;
    passed.push({ request: `${method} ${pathname}`, key: headers.get("idempotency-key"), status: answer.status });
    return answer;
  },
});

beforeAll(async () => {
  const env = { CATALOGD_RATE_LIMIT_DISABLED: "0", CATALOGD_RATE_LIMITS: JSON.stringify(LIMITS) };
  service = await startService({ folder: temporaryFolder(), env });
  key = await newApiKey(service.url);
});
afterAll(async () => {
  await gateway.stop(true);
  await service.kill("SIGTERM");
});

const statusesOf = (request: string) =>
  passed.filter((each) => each.request.startsWith(request)).map(({ status }) => status);

describe.each(["erp.ts", "erp.py", "erp.sh"])("%s", (program) => {
  let erp: (...words: string[]) => ReturnType<typeof runRecipe>;
  beforeAll(async () => {
    const folder = await newFolder(service.url);
    const env = { CATALOGD_URL: `http://127.0.0.1:${gateway.port}`, CATALOGD_KEY: key };
    erp = (...words) => {
      passed = [];
      return runRecipe([program, ...words], folder, env);
    };
    before = async () => undefined;
    await removeItems(service.url, key);
    expect((await erp("load", "items.csv")).exitCode).toBe(0);
  });

  test("waits after a 429 and sends the same again", async () => {
    // Twice in the same two seconds.
    await erp("push", "items.csv");
    const first = statusesOf("POST /api/v1/appsync");
    expect((await erp("push", "items.csv")).exitCode).toBe(0);
    const statuses = [...first, ...statusesOf("POST /api/v1/appsync")];
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  });

  test("waits after a 503 and sends the same again, with the key that makes it happen once", async () => {
    unavailable = 2;
    expect((await erp("push", "items.csv")).exitCode).toBe(0);
    const [first, second, third] = passed;
    expect([first, second, third].map((each) => each?.status)).toEqual([503, 503, expect.any(Number)]);
    expect(first?.key).toEqual(expect.any(String));
    expect([second?.key, third?.key]).toEqual([first?.key, first?.key]);
  });

  test("reads again after a 412, and keeps what somebody else wrote meanwhile", async () => {
    let others = 1;
    before = async ({ method, url }) => {
      if (method !== "PATCH" || others-- <= 0) return;
      await callApi(service.url, key, ["PATCH", new URL(url).pathname.slice("/api/v1".length)], { price: 2.5 });
    };
    const said = (await erp("rename", "pen-fine", "Fineliner 0.7")).said;
    expect([said, statusesOf("PATCH")]).toEqual([["pen-fine is called Fineliner 0.7"], [412, 200]]);
    const found = await callApi(service.url, key, ["GET", "/appsync/products/pen-fine"]);
    const { data } = found as { data: { id: string } };
    const product = await callApi(service.url, key, ["GET", `/products/${data.id}`]);
    expect(product).toMatchObject({ title: "Fineliner 0.7", price: 2.5 });
  });
});

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { temporaryFolder } from "../cleanup.ts";
import { type HostileWay, startHostile } from "../servers/hostile-server.ts";
import { type Api, CALLS, JOBS, KINDS, made, type Named, send } from "../servers/named-servers.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { OPERATOR_KEY, secondTenant, sessionOf } from "../servers/tenants.ts";

const MIB = 1024 * 1024;
/** Some sixty answers at a time, each of which took gigabytes, in six threads of 40 MiB. */
const GROWTH_MAX = 700 * MIB;

const rssOf = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

/** How long the other tenant may wait for anything, on a machine that runs other tests beside this. */
const LATENCY_MS = 20_000;
/** The slowest calls give up after 30 s. */
const CALLS_MS = 90_000;
const JOBS_MS = 90_000;
const SYNC_KEY = "sync-key-0123456789";

/** A tenant that works while another's servers are hostile; answers how long each of its requests took. */
async function workBeside(api: Api): Promise<number[]> {
  const tookMs: number[] = [];
  const timed = async (expected: number, method: string, path: string, body?: object) => {
    const startedMs = performance.now();
    const { status, text, json } = await api(method, path, body);
    tookMs.push(performance.now() - startedMs);
    if (status !== expected) throw new Error(`${path} answered ${status}: ${text}`);
    return json;
  };
  const file = new FormData();
  file.set("file", new Blob(["sku,name\nS1,Steel lamp\n"]), "products.csv");
  await timed(200, "GET", "/search/products?q=lamp");
  await timed(200, "GET", "/exports/stream/csv/products");
  const { id } = await timed(202, "POST", "/imports/upload", file);
  const { task_id: task } = await timed(202, "POST", "/exports/csv/products");
  await timed(200, "POST", `/imports/${id}/save-mapping`, { column_mapping: { sku: "sku", name: "name" } });
  const startedMs = performance.now();
  await timed(202, "POST", `/imports/${id}/start-processing`);
  const isDone = async () =>
    (await api("GET", `/imports/${id}`)).json.status === "completed" &&
    (await api("GET", `/exports/progress/${task}`)).json.state === "SUCCESS";
  while (!(await isDone())) {
    if (performance.now() - startedMs > LATENCY_MS) throw new Error("The jobs of the other tenant wait");
    await Bun.sleep(20);
  }
  return tookMs;
}

/** Whether as many jobs of each of these kinds have come to an end as it is named, by what the service logs. */
function haveEnded(output: string, kinds: readonly string[]): boolean {
  const ends = output.split("\n").filter((line) => /"msg":"job (?:done|failed)"/.test(line));
  const kindOf = new Map(ends.map((line) => [/"job":"([^"]+)"/.exec(line)?.[1], /"kind":"([^"]+)"/.exec(line)?.[1]]));
  const count = (list: Iterable<string | undefined>, kind: string) => [...list].filter((each) => each === kind).length;
  return kinds.every((kind) => count(kindOf.values(), kind) >= count(kinds, kind));
}

test("servers that never answer well hold up no other, and what waits for them ends with a reason", async () => {
  const service = await startService({
    folder: temporaryFolder(),
    env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1", CATALOGD_OPERATOR_KEY: OPERATOR_KEY },
  });
  const { url, pid } = service;
  const mine = await sessionOf(url, ADMIN);
  const theirs = await secondTenant(url);
  const api: Api = (method, path, body) => send(url, mine, method, path, body);
  const other: Api = (method, path, body) => send(url, theirs, method, path, body);
  await api("PUT", "/settings/languages", { pivot: "en", enabled: ["en", "es"] });
  await api("PUT", "/settings/scraper-sync-key", { enabled: true, key: SYNC_KEY });
  await other("POST", "/products", { name: "Steel lamp" });

  const servers: Awaited<ReturnType<typeof startHostile>>[] = [];
  /** Servers that are hostile in this way, and what the tenant has that names them. */
  const naming = async (way: HostileWay): Promise<Named> => {
    const web = await startHostile({ ways: [way] });
    const greeting = await startHostile({ ways: [way], greets: true });
    servers.push(web, greeting);
    const product = await made(api, "/products", { name: `Chair ${way}`, reference: way, price: 20 });
    const page = { competitor_name: `Shop ${way}`, competitor_url: `${web.url}/chair`, price_ttc: 20 };
    const observations = [{ internal_sku: way, ...page }];
    await send(url, { "x-sync-key": SYNC_KEY }, "POST", "/prices/observations", { observations });
    await api("POST", "/prices/monitored/bulk", { product_ids: [product] });
    const host = { host: "127.0.0.1", port: greeting.port, username: "u", password: "p" };
    return { api, product, url: web.url, host };
  };
  const beginJobs = async (named: Named) => {
    for (const [name, begin] of Object.entries(JOBS)) {
      const { status, text } = await begin(named);
      if (status > 299) throw new Error(`${name} answered ${status}: ${text}`);
    }
  };
  const endless = await naming("endless");
  const crumbs = await naming("crumbs");
  const silent = await naming("silent");
  const before = rssOf(pid);

  await beginJobs(endless);
  const jobsEndAtMs = performance.now() + JOBS_MS;
  while (!haveEnded(service.output(), KINDS) && performance.now() < jobsEndAtMs) await Bun.sleep(50);
  expect(haveEnded(service.output(), KINDS)).toBe(true);

  await beginJobs(silent);
  await beginJobs(crumbs);
  let pending = 0;
  const startedMs = performance.now();
  const calls = [endless, crumbs, silent].flatMap((named) =>
    Object.entries(CALLS).map(async ([name, call]) => {
      pending++;
      const { status, text } = await call(named);
      pending--;
      return `${name} ${status} ${text}`;
    }),
  );
  const tookMs: number[] = [];
  for (let round = 0; round < 3; round++) tookMs.push(...(await workBeside(other)));
  expect(pending).toBeGreaterThan(0);
  expect(Math.max(...tookMs)).toBeLessThan(LATENCY_MS);

  const said = await Promise.all(calls);
  expect(performance.now() - startedMs).toBeLessThan(CALLS_MS);
  // Of some only the status counts, with any text after it; none has thrown.
  for (const each of said) expect(each).toMatch(/^[a-z0-9 ]+ (?:200|503) \{/);
  expect(rssOf(pid) - before).toBeLessThan(GROWTH_MAX);

  await service.kill("SIGKILL");
  for (const each of servers) each.stop();
}, 300_000);

import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runJob } from "../../workers/run-job.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openShop, wooCommerce } from "../doubles/shops.ts";
import { openTranslator } from "../doubles/translator.ts";
import { givenProducts } from "../enrichment-batches/given-batch.ts";
import { givenPlatform } from "../export-platforms/given.ts";
import { app, claimJobOf, newTenant, runJobs, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";
import { withProducts } from "../repricing/with-products.ts";

// The client as it is served, and the service behind a socket: every `waitFor…` ends in each state that is one.

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => app.handle(request) });
const url = `http://127.0.0.1:${server.port}`;
const SECONDS = 20_000;

type Wait = (...given: (string | { signal: AbortSignal })[]) => Promise<Record<string, unknown>>;
type Waits = Record<string, Record<string, Wait>>;
interface Client {
  Catalogd: new (options: { baseUrl: string; apiKey: string }) => Waits;
}
let client: Client;
let source = "";
let ftp: FileServer;
beforeAll(async () => {
  source = await (await fetch(`${url}/docs/client.ts`)).text();
  const file = join(temporaryFolder(), "catalogd.ts");
  await writeFile(file, source);
  client = (await import(file)) as Client;
  ftp = await startFtp();
});
afterAll(async () => {
  await ftp.stop();
  await server.stop(true);
});

/** What a wait of a tenant's client ends with. */
async function endOf({ apiKey }: { apiKey: string }, group: string, wait: string, ...ids: string[]) {
  const waits = new client.Catalogd({ baseUrl: url, apiKey })[group];
  const signal = AbortSignal.timeout(SECONDS);
  const { status, state } = (await waits?.[wait]?.(...ids, { signal })) ?? {};
  return status ?? state;
}

test("these are the waits of the client", () => {
  const names = [...source.matchAll(/^ {2}(waitFor\w+)\(/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual([
    "waitForBulkEdit",
    "waitForEnrichmentBatch",
    "waitForExport",
    "waitForExportJob",
    "waitForImport",
    "waitForPriceSourceAnalysis",
    "waitForRepricingReplay",
    "waitForRepricingRevert",
    "waitForSyncJob",
    "waitForTranslationBatch",
  ]);
});

test("a wait for an export ends with SUCCESS or FAILURE", async () => {
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Saw" });
  const begin = async () => String((await tenant.post("/exports/csv/products", {})).body.task_id);
  const wait = (id: string) => endOf(tenant, "exports", "waitForExport", id);

  const whole = await begin();
  const waiting = wait(whole);
  await runJobs();
  expect(await waiting).toBe("SUCCESS");

  const failing = await begin();
  // No disk is empty: there is no room that may be taken.
  const config = { ...services.config, minFreePercent: 100 };
  await runJob({ ...services, config }, await claimJobOf(tenant.id), new AbortController().signal);
  expect(await wait(failing)).toBe("FAILURE");
});

test("a wait for what is sent to a partner ends with completed, failed or cancelled", async () => {
  const good = await givenPlatform(ftp.port, [{}, {}]);
  const wait = (tenant: { apiKey: string }, id: string) => endOf(tenant, "exports", "waitForExportJob", id);
  const sent = await good.bulk();
  const waiting = wait(good.tenant, sent.id);
  await runJobs();
  expect(await waiting).toBe("completed");

  const stopped = await good.bulk();
  await good.tenant.delete(`/exports/jobs/${stopped.id}`);
  expect(await wait(good.tenant, stopped.id)).toBe("cancelled");

  const away = await givenPlatform(1, [{}], { retry_on_error: false });
  const lost = await away.bulk();
  await runJobs();
  expect(await wait(away.tenant, lost.id)).toBe("failed");
});

test("a wait for an enrichment ends with completed, failed or cancelled, and while it is paused or has not begun", async () => {
  const { tenant, provider, create, move } = await givenProducts(3, { concurrency: 1 });
  const wait = (id: string) => endOf(tenant, "enrichment", "waitForEnrichmentBatch", id);
  const made = async () => String((await create()).body.id);

  const first = await made();
  expect(await wait(first)).toBe("pending");
  await move(first, "start");
  await move(first, "pause");
  expect(await wait(first)).toBe("paused");
  await move(first, "resume");
  const waiting = wait(first);
  await runJobs();
  expect(await waiting).toBe("completed");

  const second = await made();
  await move(second, "cancel");
  expect(await wait(second)).toBe("cancelled");

  const third = await made();
  provider.says(() => 401);
  await move(third, "start");
  await runJobs();
  expect(await wait(third)).toBe("failed");
});

test("a wait for a translation ends with completed or failed, and while it is paused", async () => {
  const { tenant } = await given({ title: "Chaise", description: "Bois" });
  const translator = await openTranslator();
  const setting = { enabled: true, provider: "deepl", base_url: translator.baseUrl, api_key: "key-0123456789abcdef" };
  await tenant.admin.put("/settings/translator", setting);
  const wait = (id: string) => endOf(tenant, "enrichment", "waitForTranslationBatch", id);
  const path = "/enrichment/translate/batch";
  const begin = async () => String((await tenant.post(path, { languages: ["es"], fields: ["description"] })).body.id);

  const first = await begin();
  await tenant.post(`${path}/${first}/pause`);
  expect(await wait(first)).toBe("paused");
  await tenant.post(`${path}/${first}/resume`);
  const waiting = wait(first);
  await runJobs();
  expect(await waiting).toBe("completed");

  const second = await begin();
  await tenant.admin.put("/settings/translator", { ...setting, enabled: false });
  await runJobs();
  expect(await wait(second)).toBe("failed");
});

test("a wait for an edit of many products ends with completed, cancelled or undone", async () => {
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Saw" });
  const path = "/products/bulk/edits";
  const begin = async (color: string) =>
    String((await tenant.post(path, { filter: { search: "Saw" }, fields: { color } })).body.id);
  const wait = (id: string) => endOf(tenant, "products", "waitForBulkEdit", id);

  const first = await begin("red");
  const waiting = wait(first);
  await runJobs();
  expect(await waiting).toBe("completed");
  await tenant.post(`${path}/${first}/undo`);
  await runJobs();
  expect(await wait(first)).toBe("undone");

  const second = await begin("blue");
  await tenant.post(`${path}/${second}/cancel`);
  await runJobs();
  expect(await wait(second)).toBe("cancelled");
});

test("a wait for a replay of rules ends with completed or cancelled", async () => {
  const { tenant } = await withProducts(1);
  const path = "/prices/repricing/replays";
  const begin = async () => String((await tenant.post(path, {})).body.id);
  const wait = (id: string) => endOf(tenant, "prices", "waitForRepricingReplay", id);

  const first = await begin();
  const waiting = wait(first);
  await runJobs();
  expect(await waiting).toBe("completed");

  const second = await begin();
  await tenant.post(`${path}/${second}/cancel`);
  expect(await wait(second)).toBe("cancelled");
});

test("a wait for a revert of a repricing run ends with completed or cancelled", async () => {
  const begin = async () => {
    const { tenant, run } = await withProducts(1, { name: "Down", action: { type: "change_percent", value: -10 } });
    await tenant.post("/prices/repricing/simulate", {});
    const { id } = await run();
    await tenant.post(`/prices/repricing/runs/${id}/revert`, { background: true });
    const { revert } = (await tenant.get(`/prices/repricing/runs/${id}`)).body;
    return { tenant, id: String(revert.id), end: () => endOf(tenant, "prices", "waitForRepricingRevert", revert.id) };
  };

  const first = await begin();
  const waiting = first.end();
  await runJobs();
  expect(await waiting).toBe("completed");

  const second = await begin();
  await second.tenant.post(`/prices/repricing/reverts/${second.id}/cancel`);
  expect(await second.end()).toBe("cancelled");
});

test("a wait for an analysis of price sources ends with completed or cancelled", async () => {
  const { tenant } = await given({ title: "Chaise" });
  const path = "/analytics/price-sources/runs";
  const begin = async () => String((await tenant.post(path, {})).body.id);
  const wait = (id: string) => endOf(tenant, "analytics", "waitForPriceSourceAnalysis", id);

  const first = await begin();
  const waiting = wait(first);
  await runJobs();
  expect(await waiting).toBe("completed");

  const second = await begin();
  await tenant.post(`${path}/${second}/cancel`);
  expect(await wait(second)).toBe("cancelled");
});

test("a wait for what is sent to a shop ends with completed", async () => {
  const woo = wooCommerce();
  const shop = await openShop(woo.reply);
  const { tenant, ids } = await given({ title: "Chaise" });
  const credentials = woo.credentialsAt(shop.url);
  const connector = (await tenant.post("/connectors", { platform_id: "woocommerce", name: "Shop", credentials })).body
    .id;
  const { job_id: job } = (await tenant.post(`/connectors/${connector}/sync/push-products`, { product_ids: ids })).body;
  const waiting = endOf(tenant, "connectors", "waitForSyncJob", connector, job);
  await runJobs();
  expect(await waiting).toBe("completed");
});

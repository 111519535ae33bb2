import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { ADMIN, newApiKey, startService } from "../servers/service.ts";
import { codeOf, LEDGER, ledgerFaults, openWorld } from "./paid-world.ts";

export interface PaidReport {
  kills: number;
  /** Requests that the model and the translator have answered. */
  calls: number;
  /** Rows of the ledger of which no one knows what became: at most those under way at each kill. */
  interrupted: number;
  /** What was paid twice, is not in the ledger or was not done; empty when all is well. */
  faults: string[];
}

export interface PaidSizes {
  /** Products of the batch, and how often the service is killed meanwhile. */
  products: number;
  kills: number;
  /** How often it is killed during the translation of all, and during a search for the prices of some. */
  killsOfOthers: number;
  watched: number;
}

const CONCURRENCY = 4;
const PATIENCE_MS = 180_000;
const LOOK_MS = 20;

/** Waits for the end of a piece of work; says what is wrong with it. */
async function endOf(what: string, read: () => Promise<{ status: string }>, isOver: () => Promise<boolean>) {
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  while (!(await isOver()) && performance.now() < givesUpAtMs) await Bun.sleep(LOOK_MS);
  const { status } = await read();
  return status === "completed" ? [] : [`${what} is ${status}`];
}

/**
 * Enriches, translates and looks for prices while the service is killed again and again, then compares the requests to the
 * providers with the ledger. `random` gives numbers from 0 to 1.
 */
export async function survivePayments(
  folder: string,
  { products, kills, killsOfOthers, watched }: PaidSizes,
  random: () => number,
): Promise<PaidReport> {
  const world = await openWorld(watched);
  const env = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };
  let service = await startService({ folder, env });
  let credential: Record<string, string> = {};
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { ...credential, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await answer.json()) as any;
  };
  const { access_token: token } = await call("POST", "/auth/login/json", ADMIN);
  credential = { authorization: `Bearer ${token}` };
  await call("PUT", "/settings/languages", { pivot: "fr", enabled: ["fr", "es"] });
  await call("PUT", "/settings/ai-provider", {
    enabled: true,
    provider: "openai_compatible",
    model: "counting",
    base_url: `${world.url}/v1`,
    concurrency: CONCURRENCY,
    prices: { counting: { input: 1, output: 2 } },
  });
  const translator = { enabled: true, provider: "libretranslate", base_url: world.url, price_per_million: 20 };
  await call("PUT", "/settings/translator", translator);
  await call("PUT", "/settings/web-search", { enabled: true, provider: "searxng", base_url: world.url });
  credential = { "x-api-key": await newApiKey(service.url) };
  const rows = Array.from({ length: products }, (_, index) => ({
    reference: codeOf(index),
    name: `Chaise Nordlys ${codeOf(index)}`,
    price_ttc: 100,
  }));
  await call("POST", "/appsync/products/sync", rows);
  const faults: string[] = [];

  /** Kills the service so often while a piece of work is done, then lets it come to its end. */
  const during = async (
    what: string,
    times: number,
    read: () => Promise<{ status: string; processed?: number; done?: number }>,
  ) => {
    const isOver = async () => !/^(?:running|processing)$/.test((await read()).status);
    const doneOf = async () => {
      const { processed, done } = await read();
      return Number(processed ?? done);
    };
    /**
     * Each life asks for something before it ends, and of two lives one gets on: work during which the service ends three
     * times without getting on is given up.
     */
    const live = async (getsOn: boolean) => {
      const [calls, before] = [world.total(), await doneOf()];
      const isBegun = async () => (getsOn ? (await doneOf()) > before : world.total() > calls);
      while (!(await isBegun()) && !(await isOver())) await Bun.sleep(2);
      await Bun.sleep(random() * 100);
    };
    for (let done = 0; done < times; done++) {
      await live(done % 2 === 0);
      if (await isOver()) faults.push(`${what} was over before kill ${done + 1}`);
      await service.kill("SIGKILL");
      service = await startService({ folder, env });
    }
    faults.push(...(await endOf(what, read, isOver)));
  };

  const batch = await call("POST", "/enrichment/batch", { name: "Crash", enrichmentTypes: ["descriptions"] });
  await call("POST", `/enrichment/batch/${batch.id}/start`);
  const readBatch = () => call("GET", `/enrichment/batch/${batch.id}`);
  await during("the batch", kills, readBatch);
  const { processed, failed, cost_usd: cost } = await readBatch();
  if (processed !== products || failed !== 0) faults.push(`the batch did ${processed}, and failed ${failed} times`);
  if (Math.round(cost * 1e6) !== products * 1200) faults.push(`the batch has cost ${cost}`);

  const request = { languages: ["es"], provider: "translator", fields: ["description"] };
  const translation = await call("POST", "/enrichment/translate/batch", request);
  const readTranslation = () => call("GET", `/enrichment/translate/batch/${translation.id}`);
  await during("the translation", killsOfOthers, readTranslation);
  const { done } = await readTranslation();
  if (done !== products) faults.push(`${done} variants are translated`);

  const ids: string[] = [];
  for (const { reference } of rows.slice(0, watched)) {
    const { items } = await call("GET", `/products?search=${reference}&per_page=1`);
    ids.push(items[0].id);
  }
  await call("POST", "/prices/monitored/bulk", { product_ids: ids });
  await call("POST", "/enrichment/web/price-bot/run", { product_ids: ids, max_sources: 1 });
  const readBot = () => call("GET", "/enrichment/web/price-bot/status");
  await during("the search for prices", killsOfOthers, readBot);
  const { prices_found: found } = await readBot();
  if (found !== watched) faults.push(`${found} prices were found`);

  const exitCode = await service.kill("SIGTERM");
  if (exitCode !== 0) faults.push(`the last stop exited with ${exitCode}`);
  const expected = new Map([
    ["descriptions", products],
    ["translate", products],
    ["price_bot", watched],
  ]);
  const connection = openConnection(join(folder, "data", "catalogd.db"), "reader");
  const ledger = ledgerFaults(connection.rows(LEDGER, {}), world, expected);
  connection.close();
  const times = kills + 2 * killsOfOthers;
  if (ledger.interrupted > times * CONCURRENCY) faults.push(`${ledger.interrupted} calls were interrupted`);
  return {
    kills: times,
    calls: world.total(),
    interrupted: ledger.interrupted,
    faults: [...faults, ...ledger.faults].slice(0, 20),
  };
}

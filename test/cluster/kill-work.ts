import { codeOf, openWorld } from "../crash/paid-world.ts";
import type { openPlainWooCommerce } from "../doubles/plain-shops.ts";
import { type Answer, type Call, within } from "./caller.ts";
import { beginImport, ended } from "./shared-import.ts";
import { cutAsAnswer } from "./story-traffic.ts";

const LOOK_MS = 100;
/** How long a request is repeated, and how long work may take once no process is killed any more. */
const [REPEATS_MS, SETTLES_MS] = [60_000, 240_000];
/** Between two imports: each of their products is pushed too. */
const IMPORTS_MS = 4_000;
const PUSHED = 200;
const ENRICHED = 60;
/** The model takes its time, so that calls are under way when a process is killed. */
const MODEL_MS = 150;
/** Of products that are enriched: no other has it. */
const ENRICHED_PRICE = 5_000;

const isAway = ({ status }: Answer) => status === 0 || status === 502 || status === 503;
/** A request with the same key is under way in a process that has ended, or was. */
const isUnderWay = ({ status, body }: Answer) => status === 409 && body?.error?.error_code !== "INVALID_STATE";

/** Repeats a request, as the same one, until a process that lives has answered it. */
export const sureCaller = (call: Call): Call => {
  const once = cutAsAnswer(call);
  return async (method, path, body, headers = {}) => {
    const key = method === "GET" || body instanceof FormData ? {} : { "idempotency-key": crypto.randomUUID() };
    const givesUpAtMs = performance.now() + REPEATS_MS;
    for (;;) {
      const answer = await once(method, path, body, { ...key, ...headers });
      const isOver = !isAway(answer) && !isUnderWay(answer);
      if (isOver || performance.now() > givesUpAtMs) return answer;
      await Bun.sleep(LOOK_MS);
    }
  };
};

interface Given {
  /** A sure one. */
  call: Call;
  /** Reads what is no JSON, surely. */
  text: (path: string) => Promise<string>;
  /** Whether no process is killed any more. */
  isOver: () => boolean;
}

/** What was done, and what was lost, doubled or answered wrongly of it. */
export interface Done {
  /** New products. */
  products: number;
  rounds: number;
  faults: string[];
}

/** What of an answer is not as it should be. */
const unlike = (what: string, answer: Record<string, unknown>, wanted: Record<string, unknown>): string[] =>
  Object.entries(wanted).flatMap(([field, value]) =>
    answer?.[field] === value ? [] : [`${what}: ${field} is ${answer?.[field]}, not ${value}`],
  );

/** Imports one file after the other. */
export async function importAlong({ call, isOver }: Given, rows: number): Promise<Done> {
  const faults: string[] = [];
  let rounds = 0;
  do {
    const id = await beginImport(call, rows, String(10 + rounds++));
    const wanted = { status: "completed", processed_rows: rows, products_created: rows, failed_rows: 0 };
    faults.push(...unlike(`import ${id}`, await ended(call, id), wanted));
    await Bun.sleep(isOver() ? 0 : IMPORTS_MS);
  } while (!isOver());
  return { products: rounds * rows, rounds, faults };
}

/** Exports the catalog again and again: as many rows as the export says, and no product twice. */
export async function exportAlong({ call, text, isOver }: Given): Promise<Done> {
  const faults: string[] = [];
  let rounds = 0;
  do {
    rounds++;
    const { body: begun } = await call("POST", "/exports/csv/products", {});
    const read = async () => (await call("GET", `/exports/progress/${begun.task_id}`)).body;
    await within(SETTLES_MS, async () => /SUCCESS|FAILURE/.test((await read())?.state));
    const { state, result } = await read();
    if (state !== "SUCCESS") faults.push(`export ${begun.task_id} ended as ${state}`);
    else {
      const rows = (await text(`/exports/download/${begun.task_id}`)).trimEnd().split("\r\n").slice(1);
      if (rows.length !== result.rows) faults.push(`an export has ${rows.length} rows, not ${result.rows}`);
      if (new Set(rows).size !== rows.length) faults.push("an export has a product twice");
    }
  } while (!isOver());
  return { products: 0, rounds, faults };
}

type Shop = Awaited<ReturnType<typeof openPlainWooCommerce>>;

/** Changes the prices of products that a connector pushes by itself: the shop has each once, at its last price. */
export async function pushAlong({ call, isOver }: Given, shop: Shop): Promise<Done> {
  const options = { auto_push: ["products", "stock", "prices"], create_missing: true };
  const connector = { platform_id: "woocommerce", name: "Kills", credentials: shop.credentials, sync_options: options };
  await call("POST", "/connectors", connector);
  const references = Array.from({ length: PUSHED }, (_, index) => `KILL-${index}`);
  let price = 10;
  do {
    price++;
    const rows = references.map((reference) => ({ reference, name: `Pushed ${reference}`, price_ttc: price }));
    // What is repeated after a kill may be pushed before its answer has come.
    const before = shop.requests();
    await call("POST", "/appsync/products/sync", rows);
    await within(SETTLES_MS, async () => shop.requests() > before);
    await Bun.sleep(LOOK_MS);
  } while (!isOver());
  const wrong = () => {
    const bySku = Map.groupBy(shop.products.values(), ({ sku }) => String(sku));
    return references.filter((reference) => {
      const [first, ...others] = bySku.get(reference) ?? [];
      return others.length > 0 || first?.["regular_price"] !== `${price}.00`;
    });
  };
  await within(SETTLES_MS, async () => wrong().length === 0).catch(() => undefined);
  const faults = wrong().map((reference) => `${reference} is not in the shop once, at ${price}.00`);
  return { products: PUSHED, rounds: price - 10, faults };
}

/** What a model is paid for: described products, and what it counted. */
export interface Enriched extends Done {
  world: Awaited<ReturnType<typeof openWorld>>;
}

/** Has a model describe new products, batch after batch. `admin` has a session. */
export async function enrichAlong({ call, isOver }: Given, admin: Call): Promise<Enriched> {
  const world = await openWorld(0, MODEL_MS);
  await admin("PUT", "/settings/ai-provider", {
    ...{ enabled: true, provider: "openai_compatible", model: "counting", base_url: `${world.url}/v1` },
    ...{ concurrency: 4, prices: { counting: { input: 1, output: 2 } } },
  });
  const faults: string[] = [];
  let rounds = 0;
  do {
    const price = ENRICHED_PRICE + rounds;
    const rows = Array.from({ length: ENRICHED }, (_, index) => {
      const code = codeOf(rounds * ENRICHED + index);
      return { reference: code, name: `Chaise Nordlys ${code}`, price_ttc: price };
    });
    rounds++;
    await call("POST", "/appsync/products/sync", rows);
    const filters = { price_min: price, price_max: price };
    const batch = { name: `Batch ${rounds}`, enrichmentTypes: ["descriptions"], filters };
    const { body: made } = await call("POST", "/enrichment/batch", batch);
    await call("POST", `/enrichment/batch/${made.id}/start`, {});
    const read = async () => (await call("GET", `/enrichment/batch/${made.id}`)).body;
    await within(SETTLES_MS, async () => !/running|pending|created/.test((await read())?.status ?? "running"));
    faults.push(...unlike(`batch ${rounds}`, await read(), { status: "completed", processed: ENRICHED, failed: 0 }));
  } while (!isOver());
  return { products: rounds * ENRICHED, rounds, faults, world };
}

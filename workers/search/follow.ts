import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { readClock } from "../../db/products/list.ts";
import { findState, listBehind } from "../../search/libsql/index-state.ts";
import { entryOf } from "../../search/libsql/write-index.ts";
import { listChanged } from "../../search/product-sources.ts";
import { documentOf, factsOf } from "../../src/search/document.ts";
import { indexProducts, openIndex } from "../../src/search/index-products.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Until a change is in the index, each search looks through it: it may wait this long. */
const POLL_MS = 500;
const RETRY_MS = 2_000;
const TENANTS_MAX = 100;
/**
 * About 20 ms of the writer's time. Other writers wait for a step: with 1,000 a bulk edit beside it took up to 110–220 ms, with
 * 400 70–90, and an import was as fast. FTS5 merges what each step has left: steps of 250 cost half as much again.
 */
const PRODUCTS_MAX = 400;

/** Keeps libSQL's search index up with the products of all tenants until `signal` aborts. Never throws. */
export async function followSearch(services: ThreadServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const idleMs = await catchUp(services, signal).catch((error: unknown) => {
      services.log.error({ error: String(error) }, "cannot index products");
      return RETRY_MS;
    });
    if (idleMs > 0) await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Takes some changes of each tenant that is behind, in turns. Returns how long to wait, in milliseconds. */
export async function catchUp(services: ThreadServices, signal: AbortSignal): Promise<number> {
  const tenants = await listBehind(services.reader(EVERY_TENANT), "index", TENANTS_MAX);
  for (const tenantId of tenants) {
    if (signal.aborted) return 0;
    await indexNext(services, tenantId);
  }
  return tenants.length > 0 ? 0 : POLL_MS;
}

/** Takes a tenant's next changes into the index. The texts are taken apart here, so the writer only writes. */
async function indexNext(services: ThreadServices, tenantId: string): Promise<void> {
  const db = services.reader(tenantId);
  const { tag, indexedToUs: fromUs } = (await findState(db)) ?? (await services.write(openIndex, tenantId, undefined));
  // Before the rows: a change that comes between is read, or is left for the next time.
  const clock = await readClock(db);
  const changed = await listChanged(db, fromUs, PRODUCTS_MAX);
  const lastUs = changed.at(-1)?.updatedAtUs ?? 0;
  // With fewer rows nothing is missing, also when the clock is ahead of all products because the latest was erased.
  const toUs = changed.length === PRODUCTS_MAX ? lastUs : Math.max(clock, lastUs);
  const entries = changed.map((source) => entryOf(documentOf(source), factsOf(source), tag));
  await services.write(indexProducts, tenantId, { entries: JSON.stringify(entries), fromUs, toUs }, { patient: true });
}

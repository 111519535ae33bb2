import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { listBehind } from "../../search/libsql/product-trigram.ts";
import { indexProducts } from "../../src/search/index-products.ts";
import type { ThreadServices } from "../../src/services.ts";

/** Until a change is in the index, each search looks through it: it may wait this long. */
const POLL_MS = 500;
const RETRY_MS = 2_000;
const TENANTS_MAX = 100;

/** Keeps the search index up with the products of all tenants until `signal` aborts. Never throws. */
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
  const tenants = await listBehind(services.reader(EVERY_TENANT), TENANTS_MAX);
  for (const tenantId of tenants) {
    if (signal.aborted) return 0;
    await services.write(indexProducts, tenantId, undefined);
  }
  return tenants.length > 0 ? 0 : POLL_MS;
}

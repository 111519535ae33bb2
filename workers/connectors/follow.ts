import { setTimeout as sleep } from "node:timers/promises";
import { listBehind } from "../../db/connectors/feeds.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { beginLive } from "../../src/connectors/engine/live.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Changes that come together go together: a product that changes several times within this is sent once. */
const POLL_MS = 250;
const RETRY_MS = 2_000;
const CONNECTORS_MAX = 100;

/** Lets connectors follow the changes of products, of all tenants, until `signal` aborts. Never throws. */
export async function followForConnectors(services: ThreadServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const idleMs = await beginAllBehind(services).then(
      () => POLL_MS,
      (error: unknown) => {
        services.log.error({ error: String(error) }, "cannot follow changes for connectors");
        return RETRY_MS;
      },
    );
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
}

/** One round. */
export async function beginAllBehind({
  reader,
  write,
  now,
}: Pick<ThreadServices, "reader" | "write" | "now">): Promise<void> {
  const behind = await listBehind(reader(EVERY_TENANT), { nowMs: now(), limit: CONNECTORS_MAX });
  for (const { tenantId, connectorId } of behind) await write(beginLive, tenantId, { connectorId });
}

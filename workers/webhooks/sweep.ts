import { EVERY_TENANT } from "../../db/ports.ts";
import { listPaused } from "../../db/webhooks/sweeps.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { sweepHeld } from "../../src/webhooks/expire-held.ts";
import { sweepDeliveries } from "../../src/webhooks/sweep-deliveries.ts";

const PAGE = 200;

/** Removes old logs and events, and gives up what paused webhooks have held too long. */
export async function sweepWebhooks(services: ThreadServices, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    ({ more } = await services.write(sweepDeliveries, EVERY_TENANT, undefined));
  }
  const db = services.reader(EVERY_TENANT);
  let after = { tenantId: "", webhookId: "" };
  for (;;) {
    const paused = await listPaused(db, { after, limit: PAGE });
    for (const { tenantId, webhookId } of paused) {
      for (let more = true; more && !signal.aborted; ) {
        ({ more } = await services.write(sweepHeld, tenantId, { webhookId }));
      }
    }
    const last = paused.at(-1);
    if (!last || signal.aborted) return;
    after = last;
  }
}

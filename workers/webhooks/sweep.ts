import { EVERY_TENANT } from "../../db/ports.ts";
import { listPaused } from "../../db/webhooks/sweeps.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { sweepHeld } from "../../src/webhooks/send/expire-held.ts";
import { sweepDeliveries } from "../../src/webhooks/send/sweep-deliveries.ts";

const PAGE = 200;

/** Removes old logs and events, and gives up what is held too long, which it says in the log. */
export async function sweepWebhooks(services: ThreadServices, signal: AbortSignal): Promise<void> {
  let givenUp = 0;
  const untilDone = async (step: () => Promise<{ more: boolean; givenUp: number }>) => {
    for (let more = true; more && !signal.aborted; ) {
      const done = await step();
      ({ more } = done);
      givenUp += done.givenUp;
    }
  };
  await untilDone(() => services.write(sweepDeliveries, EVERY_TENANT, undefined));
  await eachPaused(services, signal, (tenantId, webhookId) =>
    untilDone(() => services.write(sweepHeld, tenantId, { webhookId })),
  );
  if (givenUp > 0) services.log.warn({ deliveries: givenUp }, "webhook deliveries were held too long: undeliverable");
}

async function eachPaused(
  services: ThreadServices,
  signal: AbortSignal,
  sweep: (tenantId: string, webhookId: string) => Promise<void>,
): Promise<void> {
  const db = services.reader(EVERY_TENANT);
  let after = { tenantId: "", webhookId: "" };
  for (;;) {
    const paused = await listPaused(db, { after, limit: PAGE });
    for (const { tenantId, webhookId } of paused) await sweep(tenantId, webhookId);
    const last = paused.at(-1);
    if (!last || signal.aborted) return;
    after = last;
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { LEASE_MS } from "../../db/jobs/lease.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { DeliveryScheduler } from "./delivery-scheduler.ts";

/** How often due deliveries are looked for. New ones ring no bell: it would wake every job loop. */
const POLL_MS = 100;
/** On a server each look is a request. */
const REMOTE_POLL_MS = 250;
const RETRY_MS = 2_000;
/** How long a stop waits for answers at most; what is not answered then is sent again later. */
const PATIENCE_MS = 5_000;

/** Of a short drain a third, and another for noting what was answered: the rest is for what stops after this. */
const patienceMs = (drainSeconds: number): number => Math.min(PATIENCE_MS, (drainSeconds * 1_000) / 3);

/** Sends what is due to webhooks, of all tenants, until `signal` aborts. Never throws. */
export async function deliver(services: ThreadServices, signal: AbortSignal): Promise<void> {
  // An owner of its own: other processes on a server have threads of the same names.
  const scheduler = new DeliveryScheduler(services, services.newId());
  const pollMs = services.config.databaseUrl === undefined ? POLL_MS : REMOTE_POLL_MS;
  const renewal = setInterval(() => void scheduler.renew(), LEASE_MS / 3);
  while (!signal.aborted) {
    const idleMs = await scheduler.lease().then(
      () => pollMs,
      (error: unknown) => {
        services.log.error({ error: String(error) }, "cannot look for deliveries");
        return RETRY_MS;
      },
    );
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
  await scheduler.close(patienceMs(services.config.drainSeconds));
  clearInterval(renewal);
}

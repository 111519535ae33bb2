import { LEASE_MS } from "../../db/jobs/lease.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { lookAgain } from "../look-again.ts";
import { DeliveryScheduler } from "./delivery-scheduler.ts";

/** How often due deliveries are looked for. New ones ring no bell: it would wake every job loop. */
const POLL_MS = 100;
/** How long a stop waits for answers at most; what is not answered then is sent again later. */
const PATIENCE_MS = 5_000;

/** Of a short drain a third, and another for noting what was answered: the rest is for what stops after this. */
const patienceMs = (drainSeconds: number): number => Math.min(PATIENCE_MS, (drainSeconds * 1_000) / 3);

/** Sends what is due to webhooks, of all tenants, until `signal` aborts. Never throws. */
export async function deliver(services: ThreadServices, signal: AbortSignal): Promise<void> {
  // An owner of its own: other processes on a server have threads of the same names.
  const scheduler = new DeliveryScheduler(services, services.newId());
  const renewal = setInterval(() => void scheduler.renew(), LEASE_MS / 3);
  await lookAgain(
    services,
    { look: () => scheduler.lease(), restMs: POLL_MS, fault: "cannot look for deliveries" },
    signal,
  );
  await scheduler.close(patienceMs(services.config.drainSeconds));
  clearInterval(renewal);
}

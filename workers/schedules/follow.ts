import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { findNextPlanned } from "../../db/schedules/schedules.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { beginDue } from "../../src/schedules/begin-due.ts";

const LOOK_MS = 5_000;

/** Begins what schedules want when its time has come, until `signal` aborts. Never throws. */
export async function followSchedules(services: ThreadServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await beginAllDue(services).catch((error: unknown) =>
      services.log.error({ error: String(error) }, "cannot begin what is scheduled"),
    );
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One round. */
export async function beginAllDue(services: Pick<ThreadServices, "reader" | "write" | "now">): Promise<void> {
  const nextMs = await findNextPlanned(services.reader(EVERY_TENANT));
  if (nextMs === null || nextMs > services.now()) return;
  while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
}

import { EVERY_TENANT } from "../../db/ports.ts";
import { findNextPlanned } from "../../db/schedules/schedules.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { beginDue } from "../../src/schedules/schedule-plan.ts";
import { lookAgain } from "../look-again.ts";

const LOOK_MS = 5_000;

/** Begins what schedules want when its time has come, until `signal` aborts. Never throws. */
export const followSchedules = (services: ThreadServices, signal: AbortSignal): Promise<void> =>
  lookAgain(
    services,
    { look: () => beginAllDue(services), restMs: LOOK_MS, fault: "cannot begin what is scheduled" },
    signal,
  );

/** One round. */
export async function beginAllDue(services: Pick<ThreadServices, "reader" | "write" | "now">): Promise<undefined> {
  const nextMs = await findNextPlanned(services.reader(EVERY_TENANT));
  if (nextMs === null || nextMs > services.now()) return undefined;
  while ((await services.write(beginDue, EVERY_TENANT, undefined)).more);
}

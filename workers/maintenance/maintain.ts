import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { sweepOldRows } from "../../src/maintenance/sweep-old-rows.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { sweepExports } from "../exports/sweep.ts";
import { sweepWebhooks } from "../webhooks/sweep.ts";
import { deleteOldOfAll } from "./delete-old-of-all.ts";
import { sweepFiles } from "./sweep-files.ts";

const EVERY_MS = 5 * 60_000;
/** No writer takes this long for a file; by the clock of the store, not of the database. */
const PARTS_AGE_MS = 86_400_000;

/** Looking at every file takes long where there are many, and what is stored by days need not be deleted by minutes. */
const DAILY_MS = 86_400_000;

/** Removes what has had its time, every few minutes until `signal` aborts. Never throws. */
export async function maintain(services: ThreadServices, signal: AbortSignal): Promise<void> {
  const note = (error: unknown) => services.log.error({ error: String(error) }, "cannot sweep");
  for (let dailySweptMs = Number.NEGATIVE_INFINITY; !signal.aborted; ) {
    await sweepAll(services, signal).catch(note);
    if (performance.now() - dailySweptMs >= DAILY_MS) {
      dailySweptMs = performance.now();
      await deleteOldOfAll(services, signal).catch(note);
      const deleted = await sweepFiles(services, Date.now() - PARTS_AGE_MS, signal).catch(note);
      if (deleted) services.log.warn({ files: deleted }, "deleted files that belonged to nothing");
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One round: rows first, then files. */
export async function sweepAll(services: ThreadServices, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    ({ more } = await services.write(sweepOldRows, EVERY_TENANT, undefined));
  }
  await sweepWebhooks(services, signal);
  await sweepExports(services);
  await services.files.removeParts(Date.now() - PARTS_AGE_MS);
}

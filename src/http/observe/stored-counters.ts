import { deleteOldOf } from "../../../db/maintenance/old-rows.ts";
import { type Changes, EVERY_TENANT, mutation, type Reader, type Write } from "../../../db/ports.ts";
import { listCounters, putCounters, type StoredCounter } from "../../../db/rate-limits/counters.ts";
import type { Log } from "../../runtime/log.ts";
import { RateLimiter, type RateLimits } from "../gate/limits/rate-limit.ts";
import { shareCounters } from "./shared-counters.ts";

/** What keeping counters needs of the services. */
interface StoringServices {
  reader(tenantId: string): Reader;
  write: Write;
  config: RateLimits;
  log: Log;
  now: () => number;
  steadyNow: () => number;
  newId: () => string;
  /** Where other processes count as well. */
  changes?: Changes;
}

/** A rate limiter some of whose counters outlive it. */
export interface StoredLimiter {
  limiter: RateLimiter;
  /** Stores what has changed since it last did. */
  flush(): Promise<void>;
  /** Stores the last changes, and no later ones. */
  close(): Promise<void>;
}

const RESTORED_MAX = 100_000;
// What a crash may forget. Each login costs more than this write, which all of a second share.
const FLUSH_MS = 1_000;
const ROWS_MAX = 1_000;

/** Stores counters, and sweeps out those that count nothing any more. */
export const storeCounters = mutation("http.keep-counters", async (tx, counters: StoredCounter[], { now }) => {
  await putCounters(tx, counters);
  await deleteOldOf(tx, "rate_limit_counter", { beforeMs: now() + 1, limit: ROWS_MAX });
});

/** Opens the rate limiter with the stored counters, and stores them once a second. */
export async function openStoredLimiter({
  reader,
  write,
  config,
  log,
  now,
  steadyNow,
  newId,
  changes,
}: StoringServices): Promise<StoredLimiter> {
  const stored = await listCounters(reader(EVERY_TENANT), { nowMs: now(), limit: RESTORED_MAX });
  const limiter = new RateLimiter(config, now, stored, steadyNow);
  const sharing = shareCounters({ reader, write, log, newId, ...(changes && { changes }) }, limiter);
  const flush = async () => {
    for (let changes = limiter.takeChanges(ROWS_MAX); changes.length > 0; changes = limiter.takeChanges(ROWS_MAX)) {
      await write(storeCounters, EVERY_TENANT, changes);
    }
  };
  let flushing = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush).catch((error: unknown) => {
      // They count here all the same, and are stored again with the caller's next request.
      log.warn({ error: String(error) }, "cannot store rate-limit counters");
    });
  }, FLUSH_MS);
  return {
    limiter,
    flush,
    close: async () => {
      clearInterval(timer);
      await sharing.close();
      await flushing;
      await flush();
    },
  };
}

import { type FollowedIndex, INDEX_LEASE_MS, type IndexLease } from "../../search/index-leases.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { leaseIndex, releaseIndex } from "../../src/search/follower-steps.ts";

/** Sees that of all processes one sends to an index at a time. */
export interface IndexHolder {
  /** Runs a step on the tenant's index. `undefined`, and nothing is run, while another process follows for it. */
  step<T>(tenantId: string, run: () => Promise<T>): Promise<T | undefined>;
  /** Gives up all leases, so that others go on at once. Never throws. */
  close(): Promise<void>;
}

/** Where no other process has the database. */
export const ALONE: IndexHolder = { step: (_, run) => run(), close: () => Promise.resolve() };

/**
 * Holds the indexes of one kind by leases, a tenant at a time: taken when there is something to send, renewed while there is,
 * and then left to run out, so that a process at rest writes nothing. On a file there are none: its process is alone.
 */
export function openIndexHolder(
  { changes, log, newId, steadyNow, write }: ThreadServices,
  index: FollowedIndex,
): IndexHolder {
  if (!changes) return ALONE;
  const owner = newId();
  const known = new Map<string, IndexLease>();

  async function take(tenantId: string): Promise<boolean> {
    const before = known.get(tenantId);
    const isEnough = before && before.untilMs - (before.isOwn ? INDEX_LEASE_MS / 2 : 0) > steadyNow();
    if (isEnough) return before.isOwn;
    const lease = await write(leaseIndex, tenantId, { index, owner });
    known.set(tenantId, lease);
    if (lease.isOwn && !before?.isOwn) log.debug({ tenant: tenantId, index }, "follows a search index");
    return lease.isOwn;
  }

  const renew = (tenantId: string) =>
    take(tenantId).catch((error: unknown) => log.warn({ index, error: String(error) }, "cannot renew a lease"));

  return {
    step: async (tenantId, run) => {
      if (!(await take(tenantId))) return undefined;
      const renewal = setInterval(() => void renew(tenantId), INDEX_LEASE_MS / 4);
      try {
        return await run();
      } finally {
        clearInterval(renewal);
      }
    },
    close: async () => {
      const own = [...known].filter(([, { isOwn, untilMs }]) => isOwn && untilMs > steadyNow());
      await Promise.allSettled(own.map(([tenantId]) => write(releaseIndex, tenantId, { index, owner })));
    },
  };
}

import { tooBusy } from "./call-queue.ts";
import { shareOf, TenantCounts } from "./tenant-shares.ts";

/** Slots of the calls that wait for servers of others. */
export interface OutsideSlots {
  /** Takes one; the result gives it back. Throws SYSTEM_SERVICE_UNAVAILABLE when none is free, or the tenant has its half. */
  enter(tenantId: string): () => void;
}

const RETRY_MS = 5_000;

/** Counts such calls: no tenant has more than half of the slots, however long its servers keep it waiting. */
export function countOutside(slots: number): OutsideSlots {
  const ofTenants = new TenantCounts();
  let all = 0;
  return {
    enter: (tenantId) => {
      if (ofTenants.of(tenantId) >= shareOf(slots)) throw tooBusy("busy.outside", RETRY_MS, true);
      if (all >= slots) throw tooBusy("busy.outside", RETRY_MS);
      const add = (count: 1 | -1) => {
        all += count;
        ofTenants.add(tenantId, count);
      };
      add(1);
      return () => add(-1);
    },
  };
}

import { leaseNowMs } from "../../db/jobs/lease.ts";
import { mutation } from "../../db/ports.ts";
import { type FollowedIndex, type IndexLease, releaseLease, takeLease } from "../../search/index-leases.ts";

/** One of the tenant's indexes, and who follows the changes for it. */
interface Following {
  index: FollowedIndex;
  owner: string;
}

/** Takes or renews the lease of an index, and says whose it is. */
export const leaseIndex = mutation(
  "search.lease-index",
  (tx, following: Following, context): Promise<IndexLease> =>
    takeLease(tx, { ...following, nowMs: leaseNowMs(context) }),
);

/** Gives up the lease of an index. */
export const releaseIndex = mutation("search.release-index", (tx, following: Following) => releaseLease(tx, following));

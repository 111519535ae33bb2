import type { Tx } from "../db/ports.ts";
import { boolean, number } from "../db/rows.ts";

/** What several processes keep up with a tenant's changes: libSQL's index, Meilisearch's index of words and that of vectors. */
export type FollowedIndex = "libsql" | "remote" | "similar";

/** How long a process has an index without saying so again. Searches look through what is not indexed yet. */
export const INDEX_LEASE_MS = 10_000;

/** The lease of an index as one of the processes finds it. */
export interface IndexLease {
  isOwn: boolean;
  /** By the clock of leases. */
  untilMs: number;
}

/** Takes or renews the lease of the tenant's index, unless another has it. `nowMs` is `leaseNowMs`. */
export async function takeLease(
  tx: Tx,
  { index, owner, nowMs }: { index: FollowedIndex; owner: string; nowMs: number },
): Promise<IndexLease> {
  await tx.send(
    `insert into search_lease (tenant_id, index_name, owner, until_ms) values (:tenant, :index, :owner, :untilMs)
      on conflict do update set owner = :owner, until_ms = :untilMs
        where search_lease.owner = :owner or search_lease.until_ms <= :nowMs`,
    { index, owner, nowMs, untilMs: nowMs + INDEX_LEASE_MS },
  );
  return tx.one(
    `select owner = :owner as is_own, until_ms from search_lease where tenant_id = :tenant and index_name = :index`,
    { index, owner },
    (row) => ({ isOwn: boolean(row, "is_own"), untilMs: number(row, "until_ms") }),
  );
}

/** Gives up the lease of the tenant's index, so that another may take it at once. */
export const releaseLease = (tx: Tx, { index, owner }: { index: FollowedIndex; owner: string }): Promise<void> =>
  tx.send("delete from search_lease where tenant_id = :tenant and index_name = :index and owner = :owner", {
    index,
    owner,
  });

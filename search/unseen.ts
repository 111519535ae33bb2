import { TOUCH_QUEUE, touchKeys } from "../db/jobs/tenant-jobs.ts";
import type { Reader } from "../db/ports.ts";
import { number } from "../db/rows.ts";

/** Of the changes that the index does not have yet, how many of the newest a search looks through. */
export const CHANGES_MAX = 1_000;
/** Of the rows that were erased since, how many are left out. */
export const ERASED_MAX = 10_000;

// The states are those of the index by unique keys, which SQLite takes only if all of them are named.
const UNSEEN = `select
    exists (select 1 from job where job.tenant_id = :tenant and job.queue = '${TOUCH_QUEUE}'
      and job.unique_key >= :firstKey and job.unique_key < :lastKey
      and job.state in ('scheduled', 'ready', 'running', 'paused'))
    or (select count(*) from (select 1 from product_state state
      where state.tenant_id = :tenant and state.updated_at_us > :indexedToUs limit :changes)) = :changes
    or (select count(*) from (select 1 from product_tombstone gone
      where gone.tenant_id = :tenant and gone.updated_at_us > :indexedToUs limit :erased)) = :erased as is_out_of_reach`;

/**
 * Whether more has changed since this value of the tenant's clock than a search looks through, or a new name of a brand,
 * category, supplier or tag is still on its way to the products. Reads 11,000 entries of indexes at most.
 */
export const isOutOfReach = (db: Reader, indexedToUs: number): Promise<boolean> =>
  db.one(
    UNSEEN,
    { ...touchKeys(db.tenantId), indexedToUs, changes: CHANGES_MAX + 1, erased: ERASED_MAX + 1 },
    (row) => number(row, "is_out_of_reach") === 1,
  );

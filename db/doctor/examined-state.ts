import type { Reader } from "../ports.ts";
import { number, numberOrNull, text } from "../rows.ts";

/** What is odd about the jobs of all tenants. */
export interface JobOddities {
  /** Ready for longer than `waitedMs`. */
  waiting: number;
  /** Running without progress for longer than `silentMs`. */
  silent: number;
  /** Failed for good in the last day. */
  failed: number;
}

const DAY_MS = 86_400_000;

export const findJobOddities = (
  db: Reader,
  { nowMs, waitedMs, silentMs }: { nowMs: number; waitedMs: number; silentMs: number },
): Promise<JobOddities> =>
  db.one(
    `select
      (select count(*) from job where state = 'ready' and run_at_ms < :waitedSinceMs) as waiting,
      (select count(*) from job where state = 'running' and started_at_ms < :silentSinceMs
        and lease_until_ms < :nowMs) as silent,
      (select count(*) from job where state = 'failed' and finished_at_ms > :failedSinceMs) as failed`,
    { nowMs, waitedSinceMs: nowMs - waitedMs, silentSinceMs: nowMs - silentMs, failedSinceMs: nowMs - DAY_MS },
    (row) => ({ waiting: number(row, "waiting"), silent: number(row, "silent"), failed: number(row, "failed") }),
  );

/** The newest time in the database, in Unix milliseconds; `null` when it is empty. */
export const findNewestMs = (db: Reader): Promise<number | null> =>
  db.one(
    `select max(
        ifnull((select max(last_us) / 1000 from tenant_clock), 0),
        ifnull((select max(created_at_ms) from job), 0)) as newest_ms`,
    {},
    (row) => numberOrNull(row, "newest_ms") || null,
  );

/** How the search index of all tenants differs from the products, of what it says it has followed. */
export const findIndexDifference = (db: Reader): Promise<{ missing: number; left: number }> =>
  db.one(
    `select
      (select count(*) from product
        join product_state state on state.row_id = product.row_id and state.tenant_id = product.tenant_id
        join index_state followed on followed.tenant_id = product.tenant_id
        where product.deleted_at_ms is null and state.updated_at_us <= followed.indexed_to_us
          and not exists (select 1 from product_fact fact where fact.row_id = product.row_id)) as missing,
      (select count(*) from product_fact fact
        where not exists (select 1 from product where product.row_id = fact.row_id
          and product.tenant_id = product.tenant_id and product.deleted_at_ms is null)) as "left"`,
    {},
    (row) => ({ missing: number(row, "missing"), left: number(row, "left") }),
  );

/** The version of the SQLite that reads the database. */
export const findEngineVersion = (db: Reader): Promise<string> =>
  db.one("select sqlite_version() as version", {}, (row) => text(row, "version"));

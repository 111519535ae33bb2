import type { Reader } from "../ports.ts";
import { number, numberOrNull } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

const COUNTED = selection("job", {
  kind: TEXT,
  state: TEXT,
  count: computed("count(*)", NUMBER),
  oldestMs: computed("min(job.created_at_ms)", NUMBER),
});
/** How many jobs of a kind are in a state. */
export type JobCount = SelectedBy<typeof COUNTED>;

/** The jobs of all tenants by kind and state: of those that have ended, what is still kept. */
export const listJobCounts = (db: Reader): Promise<JobCount[]> =>
  db.all(
    `select ${COUNTED.selected} from job group by job.kind, job.state order by job.kind, job.state`,
    {},
    COUNTED.read,
  );

const FAILED = selection("job", {
  kind: TEXT,
  failedMs: computed("job.finished_at_ms", NUMBER),
  attempts: NUMBER,
  error: TEXT_OR_NULL,
});
/** A job that failed for good. */
export type JobFailure = SelectedBy<typeof FAILED>;

/** Those of all tenants that failed last, the newest first. */
export const listJobFailures = (db: Reader, limit: number): Promise<JobFailure[]> =>
  db.all(
    `select ${FAILED.selected} from job
      where job.state = 'failed' and job.finished_at_ms is not null order by job.finished_at_ms desc limit :limit`,
    { limit },
    FAILED.read,
  );

/** What is in the database, by the counts that are kept. */
export const findContent = (
  db: Reader,
): Promise<Record<"tenants" | "products" | "deleted_products" | "bytes", number>> =>
  db.one(
    `select (select count(*) from tenant) as tenants,
      (select sum(live_products) from tenant_clock) as products,
      (select sum(deleted_products) from tenant_clock) as deleted_products,
      (select sum(stored_bytes) from tenant_storage) as bytes`,
    {},
    (row) => ({
      tenants: number(row, "tenants"),
      products: numberOrNull(row, "products") ?? 0,
      deleted_products: numberOrNull(row, "deleted_products") ?? 0,
      bytes: numberOrNull(row, "bytes") ?? 0,
    }),
  );

import type { Reader } from "../ports.ts";
import { number, numberOrNull, text, textOrNull } from "../rows.ts";

/** How many jobs of a kind are in a state. */
export interface JobCount {
  kind: string;
  state: string;
  count: number;
  oldestMs: number;
}

/** The jobs of all tenants by kind and state: of those that have ended, what is still kept. */
export const listJobCounts = (db: Reader): Promise<JobCount[]> =>
  db.all(
    `select kind, state, count(*) as jobs, min(created_at_ms) as oldest_ms from job
      group by kind, state order by kind, state`,
    {},
    (row) => ({
      kind: text(row, "kind"),
      state: text(row, "state"),
      count: number(row, "jobs"),
      oldestMs: number(row, "oldest_ms"),
    }),
  );

/** A job that failed for good. */
export interface JobFailure {
  kind: string;
  failedMs: number;
  attempts: number;
  error: string | null;
}

/** Those of all tenants that failed last, the newest first. */
export const listJobFailures = (db: Reader, limit: number): Promise<JobFailure[]> =>
  db.all(
    `select kind, finished_at_ms, attempts, error from job
      where state = 'failed' and finished_at_ms is not null order by finished_at_ms desc limit :limit`,
    { limit },
    (row) => ({
      kind: text(row, "kind"),
      failedMs: number(row, "finished_at_ms"),
      attempts: number(row, "attempts"),
      error: textOrNull(row, "error"),
    }),
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

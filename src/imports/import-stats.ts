import { findArchiveStats } from "../../db/imports/archive.ts";
import { sumImports } from "../../db/imports/imports.ts";
import type { Reader } from "../../db/ports.ts";
import { requireImport } from "./require-import.ts";

const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

/** What all imports of the tenant have come to. */
export async function importStats(db: Reader) {
  const sums = await sumImports(db);
  return {
    total_jobs: sums.total,
    completed_jobs: sums.completed,
    failed_jobs: sums.failed,
    total_rows_processed: sums.processedRows,
    total_products_created: sums.productsCreated,
    total_products_updated: sums.productsUpdated,
    success_rate: percent(sums.completed, sums.completed + sums.failed + sums.cancelled),
  };
}

/** What is stored of one import. */
async function archiveStatsOf(db: Reader, id: string) {
  const found = await requireImport(db, id);
  return {
    job_id: found.id,
    is_archived: found.archivedAtMs !== null,
    archived_at: isoTime(found.archivedAtMs),
    stored_errors: found.storedErrors + found.storedWarnings,
    stored_bytes: found.fileKey === null ? 0 : found.fileSizeBytes,
  };
}

/** What is stored of all imports, or of one. */
export async function archiveStats(db: Reader, jobId: string | undefined) {
  if (jobId !== undefined) return archiveStatsOf(db, jobId);
  const stats = await findArchiveStats(db);
  return {
    total_jobs: stats.total,
    archived_jobs: stats.archived,
    active_jobs: stats.total - stats.archived,
    stored_errors: stats.storedErrors,
    stored_bytes: stats.storedBytes,
    oldest_job_at: isoTime(stats.oldestMs),
    last_run_at: isoTime(stats.lastRunAtMs),
  };
}

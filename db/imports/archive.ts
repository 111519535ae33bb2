import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL } from "../table.ts";

const FINISHED = "status in ('completed', 'completed_with_errors', 'failed', 'cancelled')";

const STATS = selection("import", {
  total: computed("count(*)", NUMBER),
  archived: computed("count(archived_at_ms)", NUMBER),
  storedErrors: computed("ifnull(sum(stored_errors + stored_warnings), 0)", NUMBER),
  storedBytes: computed("ifnull(sum(iif(file_key is null, 0, file_size_bytes)), 0)", NUMBER),
  oldestMs: computed("min(created_at_ms)", NUMBER_OR_NULL),
  lastRunAtMs: computed("(select last_run_at_ms from import_sweep where tenant_id = :tenant)", NUMBER_OR_NULL),
});

/** How much of the tenant's imports is stored. */
export const findArchiveStats = (db: Reader) =>
  db.one(`select ${STATS.selected} from import where tenant_id = :tenant`, {}, STATS.read);

/** The next imports, by id, of which more than `keep` problems are stored. */
export const listWithManyErrors = (
  db: Reader,
  { after, keep, limit }: { after: string; keep: number; limit: number },
) =>
  db.all(
    `select id from import where tenant_id = :tenant and id > :after and stored_errors + stored_warnings > :keep
        and ${FINISHED} order by id limit :limit`,
    { after, keep, limit },
    (row) => text(row, "id"),
  );

/** Finished imports that ended before `beforeMs` and whose file is still there. */
export const listWithFile = (db: Reader, { beforeMs, limit }: { beforeMs: number; limit: number }) =>
  db.all(
    `select id, file_key from import where tenant_id = :tenant and file_key is not null and completed_at_ms < :beforeMs
        and ${FINISHED} order by id limit :limit`,
    { beforeMs, limit },
    (row) => ({ id: text(row, "id"), fileKey: text(row, "file_key") }),
  );

/** Hides one import from the lists, or shows it again (`null`). An archived one keeps the time it has. */
export const setArchived = (tx: Tx, id: string, nowMs: number | null) =>
  tx.run(
    `update import set archived_at_ms = iif(:nowMs is null, null, ifnull(archived_at_ms, :nowMs))
      where tenant_id = :tenant and id = :id`,
    { id, nowMs },
  );

/** Archives the finished imports that ended before `beforeMs`; returns how many. */
export const archiveEndedBefore = (tx: Tx, { beforeMs, nowMs }: { beforeMs: number; nowMs: number }) =>
  tx.run(
    `update import set archived_at_ms = :nowMs
      where tenant_id = :tenant and archived_at_ms is null and completed_at_ms < :beforeMs and ${FINISHED}`,
    { beforeMs, nowMs },
  );

/** Counts again what is stored of an import's problems. */
export const recountErrors = (tx: Tx, id: string) =>
  tx.run(
    `update import set
        stored_errors = (select count(*) from import_error e
                          where e.tenant_id = :tenant and e.import_id = :id and e.severity = 'error'),
        stored_warnings = (select count(*) from import_error e
                            where e.tenant_id = :tenant and e.import_id = :id and e.severity = 'warning')
      where tenant_id = :tenant and id = :id`,
    { id },
  );

/** Forgets the files of these imports; returns how many there were. */
export const clearFiles = (tx: Tx, ids: string[]) =>
  tx.run(
    `update import set file_key = null
      where tenant_id = :tenant and file_key is not null and id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids) },
  );

export const noteSweep = (tx: Tx, nowMs: number) =>
  tx.run(
    `insert into import_sweep (tenant_id, last_run_at_ms) values (:tenant, :nowMs)
     on conflict (tenant_id) do update set last_run_at_ms = excluded.last_run_at_ms`,
    { nowMs },
  );

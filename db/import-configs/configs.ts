import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** The names of the configurations that use a template. */
export const listConfigsOfTemplate = (db: Reader, templateId: string) =>
  db.all(
    "select id, name from import_config where tenant_id = :tenant and template_id = :templateId order by id limit 20",
    { templateId },
    (row) => ({ id: text(row, "id"), name: text(row, "name") }),
  );

/** Notes a run that begins, or goes on with its next file: the import, and where the service is reached. It is no change of the configuration. */
export const markRun = (
  tx: Tx,
  { isContinued, ...run }: { id: string; importId: string; apiUrl: string | null; nowMs: number; isContinued: boolean },
) =>
  tx.run(
    `update import_config set run_count = run_count + :runs, last_run_at_ms = :nowMs, last_job_id = :importId,
            last_status = 'running', files_left = 0, api_url = coalesce(:apiUrl, api_url)
      where tenant_id = :tenant and id = :id`,
    { ...run, runs: isContinued ? 0 : 1 },
  );

/** Notes a run that could not begin. */
export const markRefused = (tx: Tx, id: string, nowMs: number) =>
  tx.run(
    `update import_config set run_count = run_count + 1, last_run_at_ms = :nowMs, last_status = 'failed'
      where tenant_id = :tenant and id = :id`,
    { id, nowMs },
  );

/** Whether the file is the one that was imported last and may be passed over; else it is noted as the one at hand. */
export const noteFetchedHash = async (tx: Tx, importId: string, sha256: string): Promise<boolean> => {
  const isKnown = await tx.first(
    `select 1 as found from import_config where tenant_id = :tenant and last_job_id = :importId
        and skip_if_unchanged = 1 and imported_sha256 = :sha256`,
    { importId, sha256 },
    () => true,
  );
  if (isKnown) return true;
  await tx.run(
    "update import_config set fetched_sha256 = :sha256 where tenant_id = :tenant and last_job_id = :importId",
    { importId, sha256 },
  );
  return false;
};

/** Notes how many files are new besides the one that was taken. */
export const setFilesLeft = (tx: Tx, importId: string, left: number) =>
  tx.run("update import_config set files_left = :left where tenant_id = :tenant and last_job_id = :importId", {
    importId,
    left,
  });

/** Notes how the import of the last run stands; one that is through leaves its file known. */
export const markRunStatus = (tx: Tx, importId: string, status: string) =>
  tx.run(
    `update import_config set last_status = :status,
            imported_sha256 = iif(:status in ('completed', 'completed_with_errors'), fetched_sha256, imported_sha256)
      where tenant_id = :tenant and last_job_id = :importId`,
    { importId, status },
  );

import type { Reader, Tx } from "../ports.ts";
import { numberOrNull, text } from "../rows.ts";
import { plannedAt } from "../schedules/schedules.ts";

/** The column of a schedule that names its platform. */
export const PLATFORM_NAME = `select export_platform.name from export_platform
  where export_platform.tenant_id = :tenant and export_platform.id = export_schedule.platform_id`;

/** The column of a schedule that says when it is due. */
export const NEXT_RUN = plannedAt("export_schedule", "export-schedules.run");

/** Notes that a run has begun; a retry of one is no other run. */
export const markRun = (tx: Tx, { id, nowMs }: { id: string; nowMs: number }) =>
  tx.run(
    `update export_schedule set run_count = run_count + 1, last_run_at_ms = :nowMs, last_status = 'running'
      where tenant_id = :tenant and id = :id`,
    { id, nowMs },
  );

/** Notes how a run has ended; `successUs`: when the state was read that its file holds. */
export const markRunEnded = (
  tx: Tx,
  { id, status, successUs }: { id: string; status: "completed" | "failed"; successUs: number | null },
) =>
  tx.run(
    `update export_schedule set last_status = :status, last_success_us = ifnull(:successUs, last_success_us)
      where tenant_id = :tenant and id = :id`,
    { id, status, successUs },
  );

export const findLastSuccess = (db: Reader, id: string): Promise<number | null | undefined> =>
  db.first("select last_success_us from export_schedule where tenant_id = :tenant and id = :id", { id }, (row) =>
    numberOrNull(row, "last_success_us"),
  );

/** The schedules of a platform. */
export const listSchedulesOf = (db: Reader, platformId: string): Promise<string[]> =>
  db.all(
    "select id from export_schedule where tenant_id = :tenant and platform_id = :platformId",
    { platformId },
    (row) => text(row, "id"),
  );

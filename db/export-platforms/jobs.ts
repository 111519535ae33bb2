import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

/** What the jobs of one status have sent. */
export interface StatusFigures {
  status: string;
  jobs: number;
  totalItems: number;
  successItems: number;
  failedItems: number;
}

export const countByStatus = (db: Reader): Promise<StatusFigures[]> =>
  db.all(
    `select status, count(*) as jobs, sum(total_items) as total_items, sum(success_items) as success_items,
            sum(failed_items) as failed_items
       from export_job where tenant_id = :tenant group by status`,
    {},
    (row) => ({
      status: text(row, "status"),
      jobs: number(row, "jobs"),
      totalItems: number(row, "total_items"),
      successItems: number(row, "success_items"),
      failedItems: number(row, "failed_items"),
    }),
  );

/** The job of a schedule's run that goes on, or waits to be tried again; `undefined` when there is none. */
export const findOpenRun = (db: Reader, scheduleId: string): Promise<string | undefined> =>
  db.first(
    `select id from export_job where tenant_id = :tenant and status = 'running'
        and job_type = 'scheduled' and metadata ->> 'schedule_id' = :scheduleId`,
    { scheduleId },
    (row) => text(row, "id"),
  );

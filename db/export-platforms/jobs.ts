import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";

const FIGURES = selection("export_job", {
  status: TEXT,
  jobs: computed("count(*)", NUMBER),
  totalItems: computed("sum(total_items)", NUMBER),
  successItems: computed("sum(success_items)", NUMBER),
  failedItems: computed("sum(failed_items)", NUMBER),
});
/** What the jobs of one status have sent. */
export type StatusFigures = SelectedBy<typeof FIGURES>;

export const countByStatus = (db: Reader): Promise<StatusFigures[]> =>
  db.all(`select ${FIGURES.selected} from export_job where tenant_id = :tenant group by status`, {}, FIGURES.read);

/** The job of a schedule's run that goes on, or waits to be tried again; `undefined` when there is none. */
export const findOpenRun = (db: Reader, scheduleId: string): Promise<string | undefined> =>
  db.first(
    `select id from export_job where tenant_id = :tenant and status = 'running'
        and job_type = 'scheduled' and metadata ->> 'schedule_id' = :scheduleId`,
    { scheduleId },
    (row) => text(row, "id"),
  );

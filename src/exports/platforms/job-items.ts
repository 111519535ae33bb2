import { countItems, type ExportItem, listItems } from "../../../db/export-platforms/items.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ExportJob } from "./export-job.ts";
import { CANCELLED } from "./item-errors.ts";

/** What products of one file share. */
type Fate = Pick<ExportItem, "status" | "externalId" | "error">;

/** What became of the products of a schedule's file; `undefined` of a job whose products are files of their own. */
function fateOf({ jobType, status, filePath, error }: ExportJob): Fate | undefined {
  if (jobType !== "scheduled") return undefined;
  if (status === "completed") return { status: "success", externalId: filePath, error: null };
  if (status === "cancelled") return { status: "skipped", externalId: null, error: CANCELLED };
  return { status: status === "failed" ? "failed" : "pending", externalId: null, error };
}

interface Range {
  status: string | null;
  after: number;
  offset: number;
  limit: number;
}

/** A part of the products of a job, in their order, behind the position `after`. */
export async function listJobItems(db: Reader, job: ExportJob, range: Range): Promise<ExportItem[]> {
  const fate = fateOf(job);
  if (!fate) return listItems(db, { jobId: job.id, ...range });
  if (range.status !== null && range.status !== fate.status) return [];
  const items = await listItems(db, { jobId: job.id, ...range, status: null });
  return items.map((item) => ({ ...item, ...fate }));
}

/** How many products of a job have that status, of all when it is `null`. */
export async function countJobItems(db: Reader, job: ExportJob, status: string | null): Promise<number> {
  const fate = fateOf(job);
  if (!fate) return countItems(db, { jobId: job.id, status });
  return status === null || status === fate.status ? countItems(db, { jobId: job.id, status: null }) : 0;
}

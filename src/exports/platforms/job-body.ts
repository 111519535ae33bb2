import { Type } from "@sinclair/typebox";
import { type ExportItem, ITEM_STATUSES, listFailed, listFirst } from "../../../db/export-platforms/items.ts";
import type { Reader } from "../../../db/ports.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import type { Language } from "../../http/output/messages.ts";
import { view } from "../../kit/view.ts";
import { type ExportJob, ExportJobs } from "./export-job.ts";
import { shownError } from "./item-errors.ts";

type Failed = Awaited<ReturnType<typeof listFailed>>[number];
/** A job as the API shows it; `failed`: items of it and of others that failed or were skipped. */
export const jobBody = (job: ExportJob, failed: readonly Failed[], language: Language) => ({
  ...ExportJobs.bodyOf(job),
  error_message: shownError(job.error, language),
  error_details: Object.fromEntries(
    failed
      .filter(({ jobId }) => jobId === job.id)
      .map(({ productId, error }) => [productId, shownError(error, language) ?? ""]),
  ),
});

/** The failures of some jobs, for a maximum of products in each. Those of a file share why it did not arrive. */
async function listFaults(db: Reader, jobs: readonly ExportJob[], limit: number): Promise<Failed[]> {
  const faulty = jobs.filter(({ failedItems, skippedItems }) => failedItems + skippedItems > 0);
  const errors = new Map(faulty.filter(({ jobType }) => jobType === "scheduled").map(({ id, error }) => [id, error]));
  const jobIds = faulty.map(({ id }) => id).filter((id) => !errors.has(id));
  const ofFiles = errors.size > 0 ? await listFirst(db, { jobIds: [...errors.keys()], limit }) : [];
  return [
    ...(await listFailed(db, { jobIds, limit })),
    ...ofFiles.map((item) => ({ ...item, error: errors.get(item.jobId) ?? null })),
  ];
}

/** Some jobs with their failures, for a maximum of products in each. */
export async function jobBodies(db: Reader, jobs: readonly ExportJob[], limit: number, language: Language) {
  const failed = await listFaults(db, jobs, limit);
  return jobs.map((job) => jobBody(job, failed, language));
}

/** A product of a job as the API shows it. */
export const ExportItems = view<ExportItem, [Language]>()({
  id: [Uuid, "id"],
  job_id: [Uuid, "jobId"],
  product_id: [Uuid, "productId"],
  product_name: [orNull(Type.String()), "productName"],
  status: [oneOf(ITEM_STATUSES, { description: "`skipped`: the product is inactive, or not published." }), "status"],
  external_id: [orNull(Type.String(), "Path of the file on the server."), "externalId"],
  retry_count: [Type.Integer({ minimum: 0 }), "retryCount"],
  error_message: [orNull(Type.String()), ({ error }, language) => shownError(error, language)],
});

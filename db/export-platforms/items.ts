import { COUNT, initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const ITEM_STATUSES = ["pending", "success", "failed", "skipped"] as const;
export type ExportItemStatus = (typeof ITEM_STATUSES)[number];

const ITEM = {
  /** From 0, in the order of the request. */
  position: NUMBER,
  id: TEXT,
  jobId: TEXT,
  productId: TEXT,
  /** `null` when there was no such product. */
  productName: TEXT_OR_NULL,
  status: wordColumn(ITEM_STATUSES),
  externalId: initially(TEXT_OR_NULL, null),
  retryCount: COUNT,
  error: initially(TEXT_OR_NULL, null),
  dueAtMs: COUNT,
};
/** The products of jobs. */
const table = keyedTable("export_item", ITEM, ["jobId", "position"]);
export type ExportItem = ValuesOf<typeof ITEM>;
const { selected, read } = table;

/** A part of the items of a job, in their order, behind the position `after`. */
interface ItemRange {
  jobId: string;
  status: string | null;
  after: number;
  offset: number;
  limit: number;
}

/** A filter's word; another one than those above is no item's. */
const wordOf = (status: string | null) => (status ?? undefined) as ExportItemStatus | undefined;

export const listItems = (db: Reader, { jobId, status, after, offset, limit }: ItemRange) =>
  table.list(db, {
    where: { jobId, status: wordOf(status) },
    by: "position",
    order: "asc",
    after: [after, ""],
    ...{ offset, limit },
  });

export const countItems = (db: Reader, { jobId, status }: Pick<ItemRange, "jobId" | "status">): Promise<number> =>
  table.count(db, { jobId, status: wordOf(status) });

/** Those that are still to be sent, the first due first. */
export const listPending = (db: Reader, { jobId, limit }: { jobId: string; limit: number }) =>
  db.all(
    `select ${selected} from export_item
      where tenant_id = :tenant and job_id = :jobId and status = 'pending' order by due_at_ms, position limit :limit`,
    { jobId, limit },
    read,
  );

/** The items of some jobs that failed or were passed over, at most `limit` of each. */
export const listFailed = (db: Reader, { jobIds, limit }: { jobIds: readonly string[]; limit: number }) =>
  db.all(
    `select failed.job_id, failed.product_id, failed.error from json_each(:jobIds) wanted cross join export_item failed
        on failed.tenant_id = :tenant and failed.job_id = wanted.value
       and (failed.status = 'failed' or failed.status = 'skipped')
       and failed.position in (select export_item.position from export_item
         where export_item.tenant_id = :tenant and export_item.job_id = wanted.value
           and (export_item.status = 'failed' or export_item.status = 'skipped')
         order by export_item.position limit :limit)`,
    { jobIds: JSON.stringify(jobIds), limit },
    (row) => ({
      jobId: text(row, "job_id"),
      productId: text(row, "product_id"),
      error: textOrNull(row, "error"),
    }),
  );

/** The first products of some jobs, with any result, at most `limit` of each. */
export const listFirst = (db: Reader, { jobIds, limit }: { jobIds: readonly string[]; limit: number }) =>
  db.all(
    `select item.job_id, item.product_id from json_each(:jobIds) wanted cross join export_item item
        on item.tenant_id = :tenant and item.job_id = wanted.value
       and item.position in (select export_item.position from export_item
         where export_item.tenant_id = :tenant and export_item.job_id = wanted.value
         order by export_item.position limit :limit)`,
    { jobIds: JSON.stringify(jobIds), limit },
    (row) => ({ jobId: text(row, "job_id"), productId: text(row, "product_id") }),
  );

/** Products of a job by their ids, each with one for its item. */
interface NewItems {
  jobId: string;
  /** How many it has. */
  from: number;
  items: readonly (readonly [id: string, productId: string])[];
  status?: ExportItemStatus;
  retryCount?: number;
}

/** Adds products to a job, behind those it has. */
export const insertItems = (tx: Tx, { jobId, from, items, status = "pending", retryCount = 0 }: NewItems) =>
  tx.run(
    `insert into export_item (tenant_id, job_id, position, id, product_id, product_name, status, retry_count)
     select :tenant, :jobId, :from + given.key, given.value ->> 0, given.value ->> 1, product.title, :status, :retryCount
       from json_each(:items) given
       left join product on product.tenant_id = :tenant and product.id = given.value ->> 1
        and product.deleted_at_ms is null`,
    { jobId, from, status, retryCount, items: JSON.stringify(items) },
  );

/** What became of an item. */
export type ItemResult = Pick<
  ExportItem,
  "jobId" | "position" | "status" | "externalId" | "retryCount" | "error" | "dueAtMs"
>;

/** Notes it once: an item that is no longer pending stays as it is. Returns how many changed. */
export const updateItem = (tx: Tx, { jobId, position, ...result }: ItemResult) =>
  table.set(tx, { jobId, position, status: "pending" }, result);

/** Ends all items that were not sent, of a server that cannot be reached. Returns how many. */
export const failPending = (
  tx: Tx,
  { jobId, error, retryCount }: { jobId: string; error: string; retryCount: number },
) => table.set(tx, { jobId, status: "pending" }, { status: "failed", error, retryCount });

/** Passes over all items that were not sent, of a job that was cancelled. Returns how many. */
export const skipPending = (tx: Tx, { jobId, error }: { jobId: string; error: string }) =>
  table.set(tx, { jobId, status: "pending" }, { status: "skipped", error });

/** Passes over all items that the open jobs of a platform have not sent, and counts them. */
export async function skipOpenItems(tx: Tx, { platformId, error }: { platformId: string; error: string }) {
  await tx.run(
    `update export_job set skipped_items = skipped_items + (select count(*) from export_item
        where export_item.tenant_id = :tenant and export_item.job_id = export_job.id and export_item.status = 'pending')
      where tenant_id = :tenant and platform_id = :platformId and status in ('pending', 'running')`,
    { platformId },
  );
  await tx.run(
    `update export_item set status = 'skipped', error = :error
      where tenant_id = :tenant and status = 'pending' and job_id in (select export_job.id from export_job
        where export_job.tenant_id = :tenant and export_job.platform_id = :platformId
          and export_job.status in ('pending', 'running'))`,
    { platformId, error },
  );
}

/** Lets the failed items of a job be sent again. */
export const reopenFailed = (tx: Tx, jobId: string) =>
  table.set(tx, { jobId, status: "failed" }, { status: "pending", error: null, retryCount: 0, dueAtMs: 0 });

/** Deletes some items of a job. Returns how many. */
export const deleteItems = (tx: Tx, { jobId, limit }: { jobId: string; limit: number }) =>
  tx.run(
    `delete from export_item where tenant_id = :tenant and job_id = :jobId and position in
       (select position from export_item where tenant_id = :tenant and job_id = :jobId order by position limit :limit)`,
    { jobId, limit },
  );

/**
 * Deletes items of a schedule's runs but the newest `kept`, some at a time. Returns how many. Each run clears those before it,
 * so only a few runs can have any.
 */
export const deleteOldFileItems = (
  tx: Tx,
  { scheduleId, kept, limit }: { scheduleId: string; kept: number; limit: number },
) =>
  tx.run(
    `delete from export_item where tenant_id = :tenant and (job_id, position) in
       (select export_item.job_id, export_item.position from
          (select id from export_job where tenant_id = :tenant and job_type = 'scheduled'
              and metadata ->> 'schedule_id' = :scheduleId
            order by created_at_ms desc, id desc limit 20 offset :kept) old
          join export_item on export_item.tenant_id = :tenant and export_item.job_id = old.id
         limit :limit)`,
    { scheduleId, kept, limit },
  );

import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export const BATCH_STATUSES = ["pending", "running", "completed", "failed", "paused", "cancelled"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Many products to enrich. */
export interface Batch {
  id: string;
  name: string;
  description: string | null;
  /** As they were sent. */
  filters: Record<string, unknown>;
  types: string[];
  priority: number;
  maxBudgetMicros: number | null;
  scheduledAtMs: number | null;
  status: BatchStatus;
  /** Counts its starts and resumes. */
  runNo: number;
  totalProducts: number;
  processed: number;
  failed: number;
  failuresInRow: number;
  costMicros: number;
  /** What the dearest product has cost. */
  dearestMicros: number;
  /** Products up to this row are done. */
  afterRow: number;
  stopReason: string | null;
  errorMessage: string | null;
  createdAtMs: number;
  startedAtMs: number | null;
  completedAtMs: number | null;
}

const COLUMNS = `id, name, description, filters, types, priority, max_budget_micros, scheduled_at_ms, status, run_no,
  total_products, processed, failed, failures_in_row, cost_micros, dearest_micros, after_row, stop_reason, error_message,
  created_at_ms, started_at_ms, completed_at_ms`;

const read = (row: Row): Batch => ({
  id: text(row, "id"),
  name: text(row, "name"),
  description: textOrNull(row, "description"),
  // Both written by `insertBatch`.
  filters: json(row, "filters") as Record<string, unknown>,
  types: json(row, "types") as string[],
  priority: number(row, "priority"),
  maxBudgetMicros: numberOrNull(row, "max_budget_micros"),
  scheduledAtMs: numberOrNull(row, "scheduled_at_ms"),
  // A check constraint holds the words.
  status: text(row, "status") as BatchStatus,
  runNo: number(row, "run_no"),
  totalProducts: number(row, "total_products"),
  processed: number(row, "processed"),
  failed: number(row, "failed"),
  failuresInRow: number(row, "failures_in_row"),
  costMicros: number(row, "cost_micros"),
  dearestMicros: number(row, "dearest_micros"),
  afterRow: number(row, "after_row"),
  stopReason: textOrNull(row, "stop_reason"),
  errorMessage: textOrNull(row, "error_message"),
  createdAtMs: number(row, "created_at_ms"),
  startedAtMs: numberOrNull(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

/** Newest first; `null`: of every status. */
export const listBatches = (
  db: Reader,
  { status, limit, offset }: { status: BatchStatus | null; limit: number; offset: number },
): Promise<Batch[]> =>
  db.all(
    `select ${COLUMNS} from enrichment_batch where tenant_id = :tenant and (:status is null or status = :status)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    { status, limit, offset },
    read,
  );

export const findBatch = (db: Reader, id: string): Promise<Batch | undefined> =>
  db.first(`select ${COLUMNS} from enrichment_batch where tenant_id = :tenant and id = :id`, { id }, read);

export const countBatches = (db: Reader, status: BatchStatus | null): Promise<number> =>
  db.one(
    `select count(*) as batches from enrichment_batch
      where tenant_id = :tenant and (:status is null or status = :status)`,
    { status },
    (row) => number(row, "batches"),
  );

export const insertBatch = (tx: Tx, { filters, types, ...batch }: Batch): Promise<number> =>
  tx.run(
    `insert into enrichment_batch (tenant_id, id, name, description, filters, types, priority, max_budget_micros,
        scheduled_at_ms, status, run_no, total_products, processed, failed, failures_in_row, cost_micros, dearest_micros,
        after_row, stop_reason, error_message, created_at_ms, started_at_ms, completed_at_ms)
      values (:tenant, :id, :name, :description, :filters, :types, :priority, :maxBudgetMicros, :scheduledAtMs, :status,
        :runNo, :totalProducts, :processed, :failed, :failuresInRow, :costMicros, :dearestMicros, :afterRow, :stopReason,
        :errorMessage, :createdAtMs, :startedAtMs, :completedAtMs)`,
    { ...batch, filters: JSON.stringify(filters), types: JSON.stringify(types) },
  );

/** Stores what of a batch changes while it lives. */
export const updateBatch = (tx: Tx, batch: Batch): Promise<number> =>
  tx.run(
    `update enrichment_batch set status = :status, run_no = :runNo, total_products = :totalProducts,
        processed = :processed, failed = :failed, failures_in_row = :failuresInRow, cost_micros = :costMicros,
        dearest_micros = :dearestMicros, after_row = :afterRow, stop_reason = :stopReason, error_message = :errorMessage,
        started_at_ms = :startedAtMs, completed_at_ms = :completedAtMs
      where tenant_id = :tenant and id = :id`,
    {
      id: batch.id,
      status: batch.status,
      runNo: batch.runNo,
      totalProducts: batch.totalProducts,
      processed: batch.processed,
      failed: batch.failed,
      failuresInRow: batch.failuresInRow,
      costMicros: batch.costMicros,
      dearestMicros: batch.dearestMicros,
      afterRow: batch.afterRow,
      stopReason: batch.stopReason,
      errorMessage: batch.errorMessage,
      startedAtMs: batch.startedAtMs,
      completedAtMs: batch.completedAtMs,
    },
  );

/** Notes that a batch is through with a product. Returns 0 when it was before. */
export const insertItem = (
  tx: Tx,
  item: { batchId: string; productId: string; error: string | null },
): Promise<number> =>
  tx.run(
    `insert into enrichment_batch_item (tenant_id, batch_id, product_id, error)
      values (:tenant, :batchId, :productId, :error) on conflict do nothing`,
    item,
  );

/** Those of some products that a batch is through with. */
export const listItems = (db: Reader, batchId: string, productIds: readonly string[]): Promise<string[]> =>
  db.all(
    `select item.product_id from json_each(:productIds) wanted
      cross join enrichment_batch_item item on item.tenant_id = :tenant and item.batch_id = :batchId
        and item.product_id = wanted.value`,
    { batchId, productIds: JSON.stringify(productIds) },
    (row) => text(row, "product_id"),
  );

/** The first products of a batch for which not all was made, and why. */
export const listItemErrors = (
  db: Reader,
  batchId: string,
  limit: number,
): Promise<{ product_id: string; error: string }[]> =>
  db.all(
    `select product_id, error from enrichment_batch_item indexed by enrichment_batch_item_error
      where tenant_id = :tenant and batch_id = :batchId and error is not null order by product_id limit :limit`,
    { batchId, limit },
    (row) => ({ product_id: text(row, "product_id"), error: text(row, "error") }),
  );

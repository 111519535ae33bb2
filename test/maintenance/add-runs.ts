import { mutation, type Tx } from "../../db/ports.ts";

const DAY_MS = 86_400_000;
/** More than one step takes. */
const NOTES = 1_200;

/** What is inserted of each table, and after how many days it goes. */
const RUNS: Record<string, [days: number, insert: string]> = {
  ai_call: [
    730,
    `insert into ai_call (tenant_id, id, action, provider, model, state, at_ms)
      values (:tenant, :id, 'generate', 'p', 'm', 'applied', :atMs)`,
  ],
  export_job: [
    90,
    `insert into export_job (tenant_id, id, platform_id, platform_name, platform_type, job_type, status, created_at_ms)
      values (:tenant, :id, 'p', 'P', 'ftp', 'bulk', 'completed', :atMs)`,
  ],
  export_task: [
    90,
    `insert into export_task (tenant_id, id, state, options, file_size_bytes, created_at_ms, expires_at_ms, file_deleted_at_ms)
      values (:tenant, :id, 'SUCCESS', '{}', 1, :atMs, :atMs, :atMs)`,
  ],
  legacy_export: [
    90,
    `insert into legacy_export (tenant_id, id, export_type, format, task_id, job_uid, created_at_ms)
      values (:tenant, :id, 'products', 'csv', :id, 'j', :atMs)`,
  ],
  sync_job: [
    90,
    `insert into sync_job (tenant_id, id, connector_id, job_type, status, trigger, started_at_ms)
      values (:tenant, :id, 'c', 'push', 'completed', 'schedule', :atMs)`,
  ],
  price_bot_run: [
    90,
    `insert into price_bot_run (tenant_id, id, status, max_sources, total, started_at_ms)
      values (:tenant, :id, 'completed', 1, 1, :atMs)`,
  ],
  search_reindex: [
    90,
    `insert into search_reindex (tenant_id, id, engine, status, created_at_ms)
      values (:tenant, :id, 'libsql', 'completed', :atMs)`,
  ],
  bulk_edit: [
    90,
    `insert into bulk_edit (tenant_id, id, status, action, filter, fields, given_values, last_row, actor_kind, created_at_ms)
      values (:tenant, :id, 'completed', 'set', '{}', '{}', '{}', 1, 'user', :atMs)`,
  ],
  price_trigger: [
    730,
    `insert into price_trigger (tenant_id, id, alert_id, product_id, triggered_at_ms, record, mail_ids)
      values (:tenant, :id, 'a', 'p', :atMs, '{}', '[]')`,
  ],
  price_validation: [
    730,
    `insert into price_validation (tenant_id, id, reason, status, competitor_id, internal_sku, candidates, price_cents,
        observation, created_at_ms)
      values (:tenant, :id, 'outlier', 'rejected', 'c', 's', '[]', 1, '{}', :atMs)`,
  ],
  repricing_replay: [
    30,
    `insert into repricing_replay (tenant_id, id, status, since_ms, request, days, moved_by, started_at_ms)
      values (:tenant, :id, 'completed', :atMs, '{}', '[]', '[0,0]', :atMs)`,
  ],
  price_source_analysis: [
    90,
    `insert into price_source_analysis (tenant_id, id, status, days, total, started_at_ms)
      values (:tenant, :id, 'completed', 30, 1, :atMs)`,
  ],
  repricing_revert: [
    730,
    `insert into repricing_revert (tenant_id, id, run_id, status, is_forced, total, started_at_ms)
      values (:tenant, :id, 'r', 'completed', 0, 1, :atMs)`,
  ],
  repricing_run: [
    730,
    `insert into repricing_run (tenant_id, id, status, triggered_by, request, started_at_ms)
      values (:tenant, :id, 'completed', 'schedule', '{}', :atMs)`,
  ],
};
export const RUN_TABLES = Object.keys(RUNS);

/** The notes of a connector's run and the products of an export. */
async function addParts(tx: Tx, id: string): Promise<void> {
  const parts = Array.from({ length: NOTES }, (_, place) => ({ id, place }));
  await tx.runMany(
    "insert into sync_note (tenant_id, job_id, place, result, message) values (:tenant, :id, :place, 'error', 'e')",
    parts,
  );
  await tx.runMany(
    `insert into export_item (tenant_id, job_id, position, id, product_id, status)
      values (:tenant, :id, :place, :id || :place, 'p', 'success')`,
    parts,
  );
}

/** Two runs of everything that goes by age: `old`, which is a day past its time, and `young`, which has a day left. */
export const addRuns = mutation("test.add-runs", async (tx, _: undefined, { now }) => {
  for (const [id, beyond] of [
    ["old", 1],
    ["young", -1],
  ] as const) {
    for (const [days, insert] of Object.values(RUNS)) {
      await tx.run(insert, { id, atMs: now() - (days + beyond) * DAY_MS });
    }
    await addParts(tx, id);
  }
});

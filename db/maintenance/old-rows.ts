import type { Tx } from "../ports.ts";

/**
 * How the oldest of the tenant's rows are deleted, by table: those of before `:beforeMs` that have ended, at most `:limit`. Rows
 * that hang on others come before them, so that no step takes more than it says.
 */
const DELETE_OLD = {
  ai_call: `delete from ai_call where tenant_id = :tenant and id in (
    select id from ai_call where tenant_id = :tenant and at_ms < :beforeMs and state <> 'sent' limit :limit)`,
  export_item: `delete from export_item where tenant_id = :tenant and (job_id, position) in (
    select item.job_id, item.position from export_job job
      cross join export_item item on item.tenant_id = :tenant and item.job_id = job.id
      where job.tenant_id = :tenant and job.created_at_ms < :beforeMs and job.status not in ('pending', 'running')
      limit :limit)`,
  export_job: `delete from export_job where tenant_id = :tenant and id in (
    select id from export_job where tenant_id = :tenant and created_at_ms < :beforeMs
      and status not in ('pending', 'running') and not exists (
        select 1 from export_item item where item.tenant_id = :tenant and item.job_id = export_job.id)
      limit :limit)`,
  legacy_export: `delete from legacy_export where tenant_id = :tenant and id in (
    select old.id from legacy_export old
      cross join export_task task on task.tenant_id = :tenant and task.id = old.task_id
      where old.tenant_id = :tenant and old.created_at_ms < :beforeMs and task.file_deleted_at_ms is not null
      limit :limit)`,
  export_task: `delete from export_task where tenant_id = :tenant and id in (
    select id from export_task where tenant_id = :tenant and created_at_ms < :beforeMs
      and file_deleted_at_ms is not null and not exists (
        select 1 from legacy_export old where old.tenant_id = :tenant and old.task_id = export_task.id)
      limit :limit)`,
  sync_note: `delete from sync_note where tenant_id = :tenant and (job_id, place) in (
    select note.job_id, note.place from sync_job job
      cross join sync_note note on note.tenant_id = :tenant and note.job_id = job.id
      where job.tenant_id = :tenant and job.started_at_ms < :beforeMs and job.status <> 'processing' limit :limit)`,
  sync_job: `delete from sync_job where tenant_id = :tenant and id in (
    select id from sync_job where tenant_id = :tenant and started_at_ms < :beforeMs and status <> 'processing'
      and not exists (select 1 from sync_note note where note.tenant_id = :tenant and note.job_id = sync_job.id)
      limit :limit)`,
  price_bot_run: `delete from price_bot_run where tenant_id = :tenant and id in (
    select id from price_bot_run where tenant_id = :tenant and started_at_ms < :beforeMs and status <> 'processing'
      limit :limit)`,
  search_reindex: `delete from search_reindex where tenant_id = :tenant and id in (
    select id from search_reindex where tenant_id = :tenant and created_at_ms < :beforeMs
      and status in ('completed', 'failed') limit :limit)`,
  bulk_edit_item: `delete from bulk_edit_item where tenant_id = :tenant and (run_id, product_id) in (
    select item.run_id, item.product_id from bulk_edit edit
      cross join bulk_edit_item item on item.tenant_id = :tenant and item.run_id = edit.id
      where edit.tenant_id = :tenant and edit.created_at_ms < :beforeMs and edit.status not in ('running', 'undoing')
      limit :limit)`,
  bulk_edit: `delete from bulk_edit where tenant_id = :tenant and id in (
    select id from bulk_edit where tenant_id = :tenant and created_at_ms < :beforeMs
      and status not in ('running', 'undoing') and not exists (
        select 1 from bulk_edit_item item where item.tenant_id = :tenant and item.run_id = bulk_edit.id)
      limit :limit)`,
  price_trigger: `delete from price_trigger where tenant_id = :tenant and id in (
    select id from price_trigger where tenant_id = :tenant and triggered_at_ms < :beforeMs limit :limit)`,
  map_evidence: `delete from map_evidence where tenant_id = :tenant and (product_id, competitor_id, taken_at_ms) in (
    select product_id, competitor_id, taken_at_ms from map_evidence
      where tenant_id = :tenant and taken_at_ms < :beforeMs limit :limit)`,
  price_validation: `delete from price_validation where tenant_id = :tenant and id in (
    select id from price_validation where tenant_id = :tenant and status in ('confirmed', 'rejected')
      and created_at_ms < :beforeMs limit :limit)`,
  repricing_replay_price: `delete from repricing_replay_price where tenant_id = :tenant and (replay_id, place) in (
    select price.replay_id, price.place from repricing_replay replay
      cross join repricing_replay_price price on price.tenant_id = :tenant and price.replay_id = replay.id
      where replay.tenant_id = :tenant and replay.started_at_ms < :beforeMs and replay.status <> 'processing'
      limit :limit)`,
  repricing_replay: `delete from repricing_replay where tenant_id = :tenant and id in (
    select id from repricing_replay where tenant_id = :tenant and started_at_ms < :beforeMs and status <> 'processing'
      and not exists (select 1 from repricing_replay_price price
        where price.tenant_id = :tenant and price.replay_id = repricing_replay.id)
      limit :limit)`,
  price_source_analysis: `delete from price_source_analysis where tenant_id = :tenant and id in (
    select id from price_source_analysis where tenant_id = :tenant and started_at_ms < :beforeMs
      and status <> 'processing' limit :limit)`,
  repricing_change: `delete from repricing_change where tenant_id = :tenant and id in (
    select id from repricing_change where tenant_id = :tenant and created_at_ms < :beforeMs limit :limit)`,
  repricing_revert: `delete from repricing_revert where tenant_id = :tenant and id in (
    select id from repricing_revert where tenant_id = :tenant and started_at_ms < :beforeMs and status <> 'processing'
      limit :limit)`,
  repricing_run: `delete from repricing_run where tenant_id = :tenant and id in (
    select id from repricing_run where tenant_id = :tenant and started_at_ms < :beforeMs and status <> 'processing'
      and not exists (
        select 1 from repricing_change change where change.tenant_id = :tenant and change.run_id = repricing_run.id)
      limit :limit)`,
} as const;

export type AgingTable = keyof typeof DELETE_OLD;

/** Those whose rows go by age, in the order in which they go. */
export const AGING_TABLES = Object.keys(DELETE_OLD) as AgingTable[]; // the keys above

/** Deletes some of a table's old rows of the tenant; returns how many. */
export const deleteOldOf = (
  tx: Tx,
  table: AgingTable,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<number> => tx.run(DELETE_OLD[table], { beforeMs, limit });

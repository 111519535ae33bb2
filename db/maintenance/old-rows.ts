import type { Tx } from "../ports.ts";

/** Rows of a table by their age, once they have ended. `key`: what they are known by within the tenant. */
const aged = (table: string, age: string, { ended = "", key = "id" } = {}): string =>
  `delete from ${table} where tenant_id = :tenant and (${key}) in (
    select ${key} from ${table} where tenant_id = :tenant and ${age} < :beforeMs ${ended === "" ? "" : `and ${ended}`} limit :limit)`;

/** Rows that hang on such ones: known by these, as `of` names them, and by their place among them. */
const parts = (table: string, of: string, place: string, [whole, age, ended]: [string, string, string]): string =>
  `delete from ${table} where tenant_id = :tenant and (${of}, ${place}) in (
    select part.${of}, part.${place} from ${whole} whole
      cross join ${table} part on part.tenant_id = :tenant and part.${of} = whole.id
      where whole.tenant_id = :tenant and whole.${age} < :beforeMs and whole.${ended} limit :limit)`;

/** No row hangs on them any more. */
const without = (table: string, of: string, whole: string): string =>
  `not exists (select 1 from ${table} part where part.tenant_id = :tenant and part.${of} = ${whole}.id)`;

const IS_DONE = "status <> 'processing'";
const IS_EXPORTED = "status not in ('pending', 'running')";
const IS_EDITED = "status not in ('running', 'undoing')";

/**
 * How the oldest of the tenant's rows are deleted, by table: those of before `:beforeMs` that have ended, at most `:limit`. Rows
 * that hang on others come before them, so that no step takes more than it says.
 */
export const DELETE_OLD = {
  ai_call: aged("ai_call", "at_ms", { ended: "state <> 'sent'" }),
  export_item: parts("export_item", "job_id", "position", ["export_job", "created_at_ms", IS_EXPORTED]),
  export_job: aged("export_job", "created_at_ms", {
    ended: `${IS_EXPORTED} and ${without("export_item", "job_id", "export_job")}`,
  }),
  legacy_export: `delete from legacy_export where tenant_id = :tenant and id in (
    select old.id from legacy_export old
      cross join export_task task on task.tenant_id = :tenant and task.id = old.task_id
      where old.tenant_id = :tenant and old.created_at_ms < :beforeMs and task.file_deleted_at_ms is not null
      limit :limit)`,
  export_task: aged("export_task", "created_at_ms", {
    ended: `file_deleted_at_ms is not null and ${without("legacy_export", "task_id", "export_task")}`,
  }),
  sync_note: parts("sync_note", "job_id", "place", ["sync_job", "started_at_ms", IS_DONE]),
  sync_job: aged("sync_job", "started_at_ms", {
    ended: `${IS_DONE} and ${without("sync_note", "job_id", "sync_job")}`,
  }),
  price_bot_run: aged("price_bot_run", "started_at_ms", { ended: IS_DONE }),
  search_reindex: aged("search_reindex", "created_at_ms", { ended: "status in ('completed', 'failed')" }),
  bulk_edit_item: parts("bulk_edit_item", "run_id", "product_id", ["bulk_edit", "created_at_ms", IS_EDITED]),
  bulk_edit: aged("bulk_edit", "created_at_ms", {
    ended: `${IS_EDITED} and ${without("bulk_edit_item", "run_id", "bulk_edit")}`,
  }),
  price_trigger: aged("price_trigger", "triggered_at_ms"),
  map_evidence: aged("map_evidence", "taken_at_ms", { key: "product_id, competitor_id, taken_at_ms" }),
  price_validation: aged("price_validation", "created_at_ms", { ended: "status in ('confirmed', 'rejected')" }),
  repricing_replay_price: parts("repricing_replay_price", "replay_id", "place", [
    "repricing_replay",
    "started_at_ms",
    IS_DONE,
  ]),
  repricing_replay: aged("repricing_replay", "started_at_ms", {
    ended: `${IS_DONE} and ${without("repricing_replay_price", "replay_id", "repricing_replay")}`,
  }),
  price_source_analysis: aged("price_source_analysis", "started_at_ms", { ended: IS_DONE }),
  repricing_change: aged("repricing_change", "created_at_ms"),
  repricing_revert: aged("repricing_revert", "started_at_ms", { ended: IS_DONE }),
  repricing_run: aged("repricing_run", "started_at_ms", {
    ended: `${IS_DONE} and ${without("repricing_change", "run_id", "repricing_run")}`,
  }),
} as const;

/** The same of what has run out, or is forgotten, beside other work. */
export const DELETE_EXPIRED = {
  session: aged("session", "expires_at_ms"),
  refresh_token: aged("refresh_token", "expires_at_ms", { key: "token_hash" }),
  mail: aged("mail", "expires_at_ms"),
  inbound_delivery: aged("inbound_delivery", "at_ms", { key: "connector_id, delivery_id" }),
  shop_order: aged("shop_order", "reported_at_ms", { key: "connector_id, order_id" }),
} as const;

/** Rows of all tenants, or of none: the oldest first. `key`: what they are known by. */
const agedOfAll = (table: string, age: string, key: string, ended = "true"): string =>
  `delete from ${table} where (${key}) in (
    select ${key} from ${table} where ${age} < :beforeMs and ${ended} order by ${age} limit :limit)`;

/** How the oldest rows of the whole instance are deleted: one sweep serves all tenants. */
export const DELETE_OF_ALL = {
  ean_lookup: agedOfAll("ean_lookup", "created_at_ms", "tenant_id, created_at_ms, id"),
  idempotency: agedOfAll("idempotency", "created_at_ms", "rowid"),
  login_failure: agedOfAll("login_failure", "last_failed_at_ms", "email, device"),
  rate_limit_counter: agedOfAll("rate_limit_counter", "expires_at_ms", "counter, caller"),
  web_host: agedOfAll("web_host", "next_at_ms", "host"),
  webhook_log: agedOfAll("webhook_log", "triggered_at_ms", "tenant_id, webhook_id, id"),
  webhook_retry: agedOfAll("webhook_retry", "until_ms", "tenant_id, webhook_id, event_id"),
  // Those that are undeliverable for as long; what still waits is never deleted, only sent or given up.
  webhook_delivery: agedOfAll(
    "webhook_delivery",
    "created_at_ms",
    "tenant_id, webhook_id, event_id",
    "state = 'undeliverable' and due_at_ms < :beforeMs",
  ),
} as const;
const STATEMENTS = { ...DELETE_OLD, ...DELETE_EXPIRED, ...DELETE_OF_ALL };

export type AgingTable = keyof typeof DELETE_OLD;

/** Those whose rows go by age, in the order in which they go. */
export const AGING_TABLES = Object.keys(DELETE_OLD) as AgingTable[]; // the keys above

/** Deletes some of a table's old rows, of the tenant or of all; returns how many. */
export const deleteOldOf = (
  tx: Tx,
  table: keyof typeof STATEMENTS,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<number> => tx.run(STATEMENTS[table], { beforeMs, limit });

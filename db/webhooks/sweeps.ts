import type { Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";

/** Deletes rows of any tenant that are older than `beforeMs`, at most `limit`; returns how many. */
type Sweep = (tx: Tx, old: { beforeMs: number; limit: number }) => Promise<number>;

export const deleteOldLogs: Sweep = (tx, { beforeMs, limit }) =>
  tx.run(
    `delete from webhook_log where (tenant_id, webhook_id, id) in (
        select tenant_id, webhook_id, id from webhook_log where triggered_at_ms < :beforeMs
          order by triggered_at_ms limit :limit)`,
    { beforeMs, limit },
  );

export const deleteOldDeliveries: Sweep = (tx, { beforeMs, limit }) =>
  tx.run(
    `delete from webhook_delivery where (tenant_id, webhook_id, event_id) in (
        select tenant_id, webhook_id, event_id from webhook_delivery where created_at_ms < :beforeMs
          order by created_at_ms limit :limit)`,
    { beforeMs, limit },
  );

export const deleteOldRetries: Sweep = (tx, { beforeMs, limit }) =>
  tx.run(
    `delete from webhook_retry where (tenant_id, webhook_id, event_id) in (
        select tenant_id, webhook_id, event_id from webhook_retry where until_ms < :beforeMs
          order by until_ms limit :limit)`,
    { beforeMs, limit },
  );

export const deleteOldEvents: Sweep = (tx, { beforeMs, limit }) =>
  tx.run(
    `delete from event where (tenant_id, id) in (
        select tenant_id, id from event where created_at_ms < :beforeMs order by created_at_ms limit :limit)`,
    { beforeMs, limit },
  );

/** The paused webhooks of all tenants, behind one of them. */
export const listPaused = (
  db: Reader,
  { after, limit }: { after: { tenantId: string; webhookId: string }; limit: number },
): Promise<{ tenantId: string; webhookId: string }[]> =>
  db.all(
    `select tenant_id, id from webhook where is_active = 0 and (tenant_id, id) > (:tenantId, :webhookId)
      order by tenant_id, id limit :limit`,
    { tenantId: after.tenantId, webhookId: after.webhookId, limit },
    (row: Row) => ({ tenantId: text(row, "tenant_id"), webhookId: text(row, "id") }),
  );

import type { Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";

const WAITING = selection("delivery", {
  tenantId: TEXT,
  webhookId: TEXT,
  eventId: TEXT,
  event: computed("event.type", TEXT),
  attempts: NUMBER,
});
/** A delivery that waits, of any tenant. */
export type WaitingDelivery = SelectedBy<typeof WAITING>;

/** Those that have waited since before `beforeMs` because the tenant's module of webhooks is off. */
export const listExpired = (
  db: Reader,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<WaitingDelivery[]> =>
  db.all(
    `select ${WAITING.selected} from webhook_delivery delivery
      cross join event on event.tenant_id = delivery.tenant_id and event.id = delivery.event_id
      where delivery.created_at_ms < :beforeMs and delivery.state = 'waiting' and exists (
        select 1 from tenant, json_each(tenant.modules_off) as off
          where tenant.tenant_id = delivery.tenant_id and off.value = 'webhooks')
      order by delivery.created_at_ms limit :limit`,
    { beforeMs, limit },
    WAITING.read,
  );

/** Deletes old events, but none that a webhook is still to be sent, or that an entry of its log names. */
export const deleteOldEvents = (tx: Tx, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> =>
  tx.run(
    `delete from event where (tenant_id, id) in (
        select old.tenant_id, old.id from event old
          where old.created_at_ms < :beforeMs and not exists (
            select 1 from webhook where webhook.tenant_id = old.tenant_id and (
              exists (select 1 from webhook_delivery delivery
                where delivery.tenant_id = old.tenant_id and delivery.webhook_id = webhook.id
                  and delivery.event_id = old.id)
              or exists (select 1 from webhook_log log
                where log.tenant_id = old.tenant_id and log.webhook_id = webhook.id and log.event_id = old.id)))
          order by old.created_at_ms limit :limit)`,
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

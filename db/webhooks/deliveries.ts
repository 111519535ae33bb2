import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { NUMBER, TEXT, type ValuesOf } from "../table.ts";
import { MODULE_ON } from "./subscriptions.ts";

const DELIVERY = {
  eventId: TEXT,
  /** The type of the event. */
  event: computed("event.type", TEXT),
  body: computed("event.body", TEXT),
  /** Requests made so far. */
  attempts: NUMBER,
  /** Of those, the ones before its retries began again. */
  attemptsBefore: NUMBER,
};
const waiting = selection("delivery", DELIVERY);
const logged = selection("event", {
  ...DELIVERY,
  eventId: computed("event.id", TEXT),
  attempts: computed(
    `(select ifnull(max(webhook_log.attempt), 0) from webhook_log
          where webhook_log.tenant_id = :tenant and webhook_log.webhook_id = :webhookId
            and webhook_log.event_id = :eventId)`,
    NUMBER,
  ),
  attemptsBefore: computed("0", NUMBER),
});
/** An event on its way to a webhook, with what is sent. */
export type Delivery = ValuesOf<typeof DELIVERY>;

/** What may go to a webhook at `nowMs`, the longest due first; nothing while the module is off. */
export const listDueDeliveries = (
  db: Reader,
  webhookId: string,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Delivery[]> =>
  db.all(
    `select ${waiting.selected}
      from webhook_delivery delivery
      cross join event on event.tenant_id = :tenant and event.id = delivery.event_id
      where delivery.tenant_id = :tenant and delivery.webhook_id = :webhookId and delivery.state = 'waiting'
        and delivery.due_at_ms <= :nowMs
        and ${MODULE_ON}
      order by delivery.due_at_ms, delivery.event_id limit :limit`,
    { webhookId, nowMs, limit },
    waiting.read,
  );

/** An event with how often it was sent to this webhook; `undefined` when the event is no longer stored. */
export const findDelivery = (db: Reader, webhookId: string, eventId: string): Promise<Delivery | undefined> =>
  db.first(
    `select ${logged.selected} from event where event.tenant_id = :tenant and event.id = :eventId`,
    { webhookId, eventId },
    logged.read,
  );

/** What a paused webhook has held too long: what is older than `beforeMs`, and what is beyond the newest `heldMax`. */
export const listOverheld = (
  db: Reader,
  webhookId: string,
  { beforeMs, heldMax, limit }: { beforeMs: number; heldMax: number; limit: number },
): Promise<{ eventId: string; event: string; attempts: number }[]> =>
  db.all(
    `select delivery.event_id, delivery.attempts, event.type from webhook_delivery delivery
      cross join event on event.tenant_id = :tenant and event.id = delivery.event_id
      where delivery.tenant_id = :tenant and delivery.webhook_id = :webhookId and delivery.state = 'waiting'
        and (delivery.created_at_ms < :beforeMs or delivery.event_id <= (
          select newest.event_id from webhook_delivery newest
            where newest.tenant_id = :tenant and newest.webhook_id = :webhookId and newest.state = 'waiting'
            order by newest.event_id desc limit 1 offset :heldMax))
      order by delivery.event_id limit :limit`,
    { webhookId, beforeMs, heldMax, limit },
    (row) => ({ eventId: text(row, "event_id"), event: text(row, "type"), attempts: number(row, "attempts") }),
  );

/** Ends deliveries that were received. */
export const deleteDeliveries = (tx: Tx, deliveries: readonly { webhookId: string; eventId: string }[]) =>
  tx.runMany(
    "delete from webhook_delivery where tenant_id = :tenant and webhook_id = :webhookId and event_id = :eventId",
    deliveries.map(({ webhookId, eventId }) => ({ webhookId, eventId })),
  );

/** A delivery that was tried and is not received. */
export interface FailedDelivery {
  webhookId: string;
  eventId: string;
  attempts: number;
  /** When it is tried again, Unix milliseconds; `null`: never. */
  retryAtMs: number | null;
}

/** Notes failed attempts of deliveries that still wait. */
export const markDeliveriesFailed = (tx: Tx, deliveries: readonly FailedDelivery[], nowMs: number) =>
  tx.runMany(
    `update webhook_delivery set attempts = :attempts, state = iif(:retryAtMs is null, 'undeliverable', 'waiting'),
        due_at_ms = cast(ifnull(:retryAtMs, :nowMs) as integer)
      where tenant_id = :tenant and webhook_id = :webhookId and event_id = :eventId and state = 'waiting'`,
    deliveries.map((delivery) => ({ ...delivery, nowMs })),
  );

/** Ends the retries of a delivery that was not received: it is undeliverable after `attempts` requests. */
export const endRetries = (
  tx: Tx,
  { webhookId, eventId, attempts, nowMs }: { webhookId: string; eventId: string; attempts: number; nowMs: number },
) =>
  tx.run(
    `update webhook_delivery set attempts = :attempts, state = 'undeliverable', due_at_ms = :nowMs
      where tenant_id = :tenant and webhook_id = :webhookId and event_id = :eventId`,
    { webhookId, eventId, attempts, nowMs },
  );

/** Has the undeliverable ones since a time tried again from the beginning, at most `limit`. Returns how many. */
export const renewDeliveries = (
  tx: Tx,
  webhookId: string,
  { sinceMs, nowMs, limit }: { sinceMs: number; nowMs: number; limit: number },
): Promise<number> =>
  tx.run(
    `update webhook_delivery set state = 'waiting', due_at_ms = :nowMs, attempts_before = attempts
      where tenant_id = :tenant and webhook_id = :webhookId and event_id in (
        select failed.event_id from webhook_delivery failed
          where failed.tenant_id = :tenant and failed.webhook_id = :webhookId and failed.state = 'undeliverable'
            and failed.due_at_ms >= :sinceMs
          order by failed.due_at_ms limit :limit)`,
    { webhookId, sinceMs, nowMs, limit },
  );

/** A delivery that is sent again because a user requested it. */
interface Retry {
  webhookId: string;
  eventId: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** When it has certainly ended, Unix milliseconds. */
  untilMs: number;
}

/**
 * Notes that a delivery is being sent again, and returns the number of the attempt; `undefined`, and nothing is changed,
 * while another one is. An attempt whose process died before it was noted counts all the same.
 */
export const beginRetryOf = (tx: Tx, retry: Retry, nowMs: number): Promise<number | undefined> =>
  tx.first(
    `insert into webhook_retry (tenant_id, webhook_id, event_id, attempt, until_ms)
      values (:tenant, :webhookId, :eventId, :attempt, :untilMs)
      on conflict do update set attempt = max(attempt + 1, excluded.attempt), until_ms = excluded.until_ms
        where until_ms <= :nowMs
      returning attempt`,
    { ...retry, nowMs },
    (row) => number(row, "attempt"),
  );

/** Notes that the attempt has ended. */
export const endRetryOf = (tx: Tx, webhookId: string, eventId: string): Promise<void> =>
  tx.send("delete from webhook_retry where tenant_id = :tenant and webhook_id = :webhookId and event_id = :eventId", {
    webhookId,
    eventId,
  });

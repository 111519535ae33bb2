import type { Tx } from "../ports.ts";
import { number } from "../rows.ts";

/** A delivery that is sent again because a user requested it. */
export interface Retry {
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

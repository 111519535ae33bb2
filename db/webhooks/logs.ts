import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

/** One request to a receiver, and what came of it. */
export interface DeliveryLog {
  /** Grows with time. */
  id: string;
  webhookId: string;
  eventId: string;
  /** The type of the event. */
  event: string;
  /** 0: there was no answer. */
  statusCode: number;
  success: boolean;
  durationMs: number;
  /** From 1, for each delivery. */
  attempt: number;
  /** `null` for a success. */
  errorMessage: string | null;
  triggeredAtMs: number;
}

const COLUMNS = `id, webhook_id, event_id, event, status_code, success, duration_ms, attempt, error_message,
  triggered_at_ms`;

const readLog = (row: Row): DeliveryLog => ({
  id: text(row, "id"),
  webhookId: text(row, "webhook_id"),
  eventId: text(row, "event_id"),
  event: text(row, "event"),
  statusCode: number(row, "status_code"),
  success: boolean(row, "success"),
  durationMs: number(row, "duration_ms"),
  attempt: number(row, "attempt"),
  errorMessage: textOrNull(row, "error_message"),
  triggeredAtMs: number(row, "triggered_at_ms"),
});

/** One page of a webhook's log, newest first. `before` is the last id of the page before. */
export const listLogs = (
  db: Reader,
  webhookId: string,
  { limit, offset, before }: { limit: number; offset: number; before: string | undefined },
): Promise<DeliveryLog[]> =>
  db.all(
    `select ${COLUMNS} from webhook_log
      where tenant_id = :tenant and webhook_id = :webhookId and id < :before
      order by id desc limit :limit offset :offset`,
    // Above every id.
    { webhookId, limit, offset, before: before ?? "~" },
    readLog,
  );

export const countLogs = (db: Reader, webhookId: string): Promise<number> =>
  db.one(
    "select count(*) as count from webhook_log where tenant_id = :tenant and webhook_id = :webhookId",
    { webhookId },
    (row) => number(row, "count"),
  );

export const findLog = (db: Reader, webhookId: string, id: string): Promise<DeliveryLog | undefined> =>
  db.first(
    `select ${COLUMNS} from webhook_log where tenant_id = :tenant and webhook_id = :webhookId and id = :id`,
    { webhookId, id },
    readLog,
  );

export const insertLogs = (tx: Tx, logs: readonly DeliveryLog[]): Promise<void> =>
  tx.runMany(
    `insert into webhook_log (tenant_id, webhook_id, id, event_id, event, status_code, success, duration_ms, attempt,
        error_message, triggered_at_ms)
      values (:tenant, :webhookId, :id, :eventId, :event, :statusCode, :success, :durationMs, :attempt,
        :errorMessage, :triggeredAtMs)`,
    logs.map(({ success, ...log }) => ({ ...log, success: success ? 1 : 0 })),
  );

import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, text, textOrNull } from "../rows.ts";

export type AlertType = "above" | "below" | "change_pct";
export type AlertChannel = "in_app" | "webhook" | "email";

/** An active alert of a product. */
export interface ActiveAlert {
  id: string;
  productId: string;
  alertType: AlertType;
  /** A price in cents, or hundredths of a percent. */
  threshold: number;
  channels: AlertChannel[];
  cooldownMinutes: number;
  lastTriggeredAtMs: number | null;
  /** Who made it; `null`: no user. */
  createdBy: string | null;
}

export const listActiveAlerts = (db: Reader, productIds: readonly string[]): Promise<ActiveAlert[]> =>
  db.all(
    `select alert.id, alert.product_id, alert.alert_type, alert.threshold_cents, alert.channels, alert.cooldown_minutes,
        alert.last_triggered_at_ms, alert.created_by
      from json_each(:productIds) wanted
      cross join price_alert alert on alert.tenant_id = :tenant and alert.product_id = wanted.value
        and alert.is_active = 1
      order by alert.created_at_ms, alert.id`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({
      id: text(row, "id"),
      productId: text(row, "product_id"),
      alertType: text(row, "alert_type") as AlertType, // checked by the table
      threshold: number(row, "threshold_cents"),
      channels: json(row, "channels") as AlertChannel[], // written from a list of channels
      cooldownMinutes: number(row, "cooldown_minutes"),
      lastTriggeredAtMs: numberOrNull(row, "last_triggered_at_ms"),
      createdBy: textOrNull(row, "created_by"),
    }),
  );

/** The id of an alert, while there is one. */
export const findAlertId = (db: Reader, id: string): Promise<string | undefined> =>
  db.first("select id from price_alert where tenant_id = :tenant and id = :id", { id }, (row) => text(row, "id"));

export const setTriggered = (tx: Tx, ids: readonly string[], atMs: number): Promise<void> =>
  tx.runMany(
    "update price_alert set last_triggered_at_ms = :atMs where tenant_id = :tenant and id = :id",
    ids.map((id) => ({ id, atMs })),
  );

export const setCreator = (tx: Tx, id: string, userId: string): Promise<number> =>
  tx.run("update price_alert set created_by = :userId where tenant_id = :tenant and id = :id", { id, userId });

/** An alert that fired. */
export interface Trigger {
  id: string;
  alertId: string;
  productId: string;
  triggeredAtMs: number;
  /** As the API shows it, without how it was delivered. */
  record: Record<string, unknown>;
  /** What webhooks were told; `null`: none was. */
  eventId: string | null;
  mailIds: string[];
}

export const insertTriggers = (tx: Tx, triggers: readonly Trigger[]): Promise<void> =>
  tx.runMany(
    `insert into price_trigger (tenant_id, id, alert_id, product_id, triggered_at_ms, record, event_id, mail_ids)
      values (:tenant, :id, :alertId, :productId, :triggeredAtMs, :record, :eventId, :mailIds)`,
    triggers.map(({ record, mailIds, ...trigger }) => ({
      ...trigger,
      record: JSON.stringify(record),
      mailIds: JSON.stringify(mailIds),
    })),
  );

/** A trigger with whether all receivers have got it. */
export interface DeliveredTrigger {
  id: string;
  triggeredAtMs: number;
  record: Record<string, unknown>;
  isTold: boolean;
  isMailed: boolean;
}

/** The newest triggers, of one alert or of all. */
export const listTriggers = (
  db: Reader,
  { alertId, limit }: { alertId: string | null; limit: number },
): Promise<DeliveredTrigger[]> =>
  db.all(
    `select fired.id, fired.triggered_at_ms, fired.record,
        fired.event_id is not null and not exists (
          select 1 from webhook
            cross join webhook_delivery delivery on delivery.tenant_id = :tenant and delivery.webhook_id = webhook.id
              and delivery.event_id = fired.event_id
            where webhook.tenant_id = :tenant) as is_told,
        fired.mail_ids <> '[]' and not exists (
          select 1 from json_each(fired.mail_ids) sent
            cross join mail on mail.tenant_id = :tenant and mail.id = sent.value) as is_mailed
      from price_trigger fired
      where fired.tenant_id = :tenant ${alertId === null ? "" : "and fired.alert_id = :alertId"}
      order by fired.triggered_at_ms desc, fired.id desc limit :limit`,
    { alertId, limit },
    (row) => ({
      id: text(row, "id"),
      triggeredAtMs: number(row, "triggered_at_ms"),
      record: json(row, "record") as Record<string, unknown>, // written by `insertTriggers`
      isTold: number(row, "is_told") === 1,
      isMailed: number(row, "is_mailed") === 1,
    }),
  );

export const countActiveAlerts = (db: Reader): Promise<number> =>
  db.one("select count(*) as count from price_alert where tenant_id = :tenant and is_active = 1", {}, (row) =>
    number(row, "count"),
  );

/** To whom mails about an alert go: its maker while active, else the admins. */
export const listAlertRecipients = (db: Reader, userId: string | null): Promise<{ email: string; locale: string }[]> =>
  db.all(
    `select email, locale from user
      where tenant_id = :tenant and is_active = 1 and (
        id = :userId or (role = 'admin' and not exists (
          select 1 from user maker where maker.tenant_id = :tenant and maker.id = :userId and maker.is_active = 1)))
      order by email`,
    { userId },
    (row) => ({ email: text(row, "email"), locale: text(row, "locale") }),
  );

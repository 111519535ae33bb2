import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import type { Digest } from "./alerts.ts";

/** When mails that wait go out. */
export type Waiting = Exclude<Digest, "none">;

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
  /** Which mail it waits for; `null`: for none. */
  digest: Waiting | null;
}

export const insertTriggers = (tx: Tx, triggers: readonly Trigger[]): Promise<void> =>
  tx.runMany(
    `insert into price_trigger (tenant_id, id, alert_id, product_id, triggered_at_ms, record, event_id, mail_ids, digest)
      values (:tenant, :id, :alertId, :productId, :triggeredAtMs, :record, :eventId, :mailIds, :digest)`,
    triggers.map(({ record, mailIds, ...trigger }) => ({
      ...trigger,
      record: JSON.stringify(record),
      mailIds: JSON.stringify(mailIds),
    })),
  );

/** A trigger with whether all receivers have got it, and whether somebody has seen to it. */
export interface DeliveredTrigger {
  id: string;
  triggeredAtMs: number;
  record: Record<string, unknown>;
  isTold: boolean;
  isMailed: boolean;
  acknowledgedAtMs: number | null;
  /** `null`: no user. */
  acknowledgedBy: string | null;
}

const DELIVERED = `fired.id, fired.triggered_at_ms, fired.record, fired.acknowledged_at_ms, fired.acknowledged_by,
  fired.event_id is not null and not exists (
    select 1 from webhook
      cross join webhook_delivery delivery on delivery.tenant_id = :tenant and delivery.webhook_id = webhook.id
        and delivery.event_id = fired.event_id
      where webhook.tenant_id = :tenant) as is_told,
  fired.mail_ids <> '[]' and not exists (
    select 1 from json_each(fired.mail_ids) sent
      cross join mail on mail.tenant_id = :tenant and mail.id = sent.value) as is_mailed`;

const readDelivered = (row: Row): DeliveredTrigger => ({
  id: text(row, "id"),
  triggeredAtMs: number(row, "triggered_at_ms"),
  record: json(row, "record") as Record<string, unknown>, // written by `insertTriggers`
  isTold: number(row, "is_told") === 1,
  isMailed: number(row, "is_mailed") === 1,
  acknowledgedAtMs: numberOrNull(row, "acknowledged_at_ms"),
  acknowledgedBy: textOrNull(row, "acknowledged_by"),
});

/** The newest triggers, of one alert or of all, those that somebody has seen to or the others. */
export const listTriggers = (
  db: Reader,
  { alertId, isAcknowledged, limit }: { alertId: string | null; isAcknowledged: boolean | null; limit: number },
): Promise<DeliveredTrigger[]> =>
  db.all(
    `select ${DELIVERED} from price_trigger fired
      where fired.tenant_id = :tenant ${alertId === null ? "" : "and fired.alert_id = :alertId"}
        and (fired.acknowledged_at_ms is not null) = ifnull(:isAcknowledged, fired.acknowledged_at_ms is not null)
      order by fired.triggered_at_ms desc, fired.id desc limit :limit`,
    { alertId, limit, isAcknowledged: isAcknowledged === null ? null : Number(isAcknowledged) },
    readDelivered,
  );

export const findTrigger = (db: Reader, id: string): Promise<DeliveredTrigger | undefined> =>
  db.first(
    `select ${DELIVERED} from price_trigger fired where fired.tenant_id = :tenant and fired.id = :id`,
    { id },
    readDelivered,
  );

/** Notes who has seen to a trigger, the first time. */
export const acknowledgeTrigger = (
  tx: Tx,
  seen: { id: string; atMs: number; userId: string | null },
): Promise<number> =>
  tx.run(
    `update price_trigger set acknowledged_at_ms = :atMs, acknowledged_by = :userId
      where tenant_id = :tenant and id = :id and acknowledged_at_ms is null`,
    seen,
  );

/** A trigger that waits for a mail. */
export interface WaitingTrigger {
  id: string;
  record: Record<string, unknown>;
  /** Whether its alert is still there. */
  isWanted: boolean;
  /** Who made its alert; `null`: no user. */
  createdBy: string | null;
}

/** The triggers that wait for such a mail, the oldest first. */
export const listWaitingTriggers = (db: Reader, digest: Waiting, limit: number): Promise<WaitingTrigger[]> =>
  db.all(
    `select fired.id, fired.record, alert.id is not null as is_wanted, alert.created_by
      from price_trigger fired
      left join price_alert alert on alert.tenant_id = :tenant and alert.id = fired.alert_id
      where fired.tenant_id = :tenant and fired.digest = :digest
      order by fired.triggered_at_ms, fired.id limit :limit`,
    { digest, limit },
    (row) => ({
      id: text(row, "id"),
      record: json(row, "record") as Record<string, unknown>, // written by `insertTriggers`
      isWanted: number(row, "is_wanted") === 1,
      createdBy: textOrNull(row, "created_by"),
    }),
  );

/** Notes by which mails triggers go out that have waited. */
export const setMailed = (tx: Tx, mailed: readonly { id: string; mailIds: readonly string[] }[]): Promise<void> =>
  tx.runMany(
    "update price_trigger set mail_ids = :mailIds, digest = null where tenant_id = :tenant and id = :id",
    mailed.map(({ id, mailIds }) => ({ id, mailIds: JSON.stringify(mailIds) })),
  );

import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import {
  type ColumnType,
  FLAG,
  jsonColumn,
  NUMBER,
  NUMBER_OR_NULL,
  TEXT,
  TEXT_OR_NULL,
  type ValuesOf,
} from "../table.ts";
import type { Digest } from "./alerts.ts";

/** When mails that wait go out. */
export type Waiting = Exclude<Digest, "none">;

const FIRED = {
  id: TEXT,
  triggeredAtMs: NUMBER,
  /** As the API shows it, without how it was delivered. */
  record: jsonColumn<Record<string, unknown>>(),
};
const TRIGGER = {
  ...FIRED,
  alertId: TEXT,
  productId: TEXT,
  /** What webhooks received; `null`: none was. */
  eventId: TEXT_OR_NULL,
  mailIds: jsonColumn<string[]>(),
  /** Which mail it waits for; `null`: for none. The table checks it. */
  digest: TEXT_OR_NULL as ColumnType<string | null> as ColumnType<Waiting | null>,
};
const SEEN_TO = {
  acknowledgedAtMs: NUMBER_OR_NULL,
  /** `null`: no user. */
  acknowledgedBy: TEXT_OR_NULL,
  /** The user who is to see to it; `null`: no user. */
  assignedTo: TEXT_OR_NULL,
};
const handled = keyedTable("price_trigger", { id: TEXT, ...SEEN_TO });
export const priceTriggers = keyedTable("price_trigger", TRIGGER);
/** An alert that fired. */
export type Trigger = ValuesOf<typeof TRIGGER>;

const DELIVERED = selection("fired", {
  ...FIRED,
  isReported: computed(
    `fired.event_id is not null and not exists (
    select 1 from webhook
      cross join webhook_delivery delivery on delivery.tenant_id = :tenant and delivery.webhook_id = webhook.id
        and delivery.event_id = fired.event_id
      where webhook.tenant_id = :tenant)`,
    FLAG,
  ),
  isMailed: computed(
    `fired.mail_ids <> '[]' and not exists (
    select 1 from json_each(fired.mail_ids) sent
      cross join mail on mail.tenant_id = :tenant and mail.id = sent.value)`,
    FLAG,
  ),
  ...SEEN_TO,
});
/** A trigger with whether all receivers have got it, and whether somebody has seen to it. */
export type DeliveredTrigger = SelectedBy<typeof DELIVERED>;

/** Which triggers are listed; `null` does not restrict. */
interface TriggerFilter {
  alertId: string | null;
  isAcknowledged: boolean | null;
  assignedTo: string | null;
  limit: number;
}

/** The newest triggers, of one alert or of all, those that somebody has seen to or the others. */
export const listTriggers = (
  db: Reader,
  { alertId, isAcknowledged, assignedTo, limit }: TriggerFilter,
): Promise<DeliveredTrigger[]> =>
  db.all(
    `select ${DELIVERED.selected} from price_trigger fired
      where fired.tenant_id = :tenant ${alertId === null ? "" : "and fired.alert_id = :alertId"}
        and (fired.acknowledged_at_ms is not null) = ifnull(:isAcknowledged, fired.acknowledged_at_ms is not null)
        ${assignedTo === null ? "" : "and fired.assigned_to = :assignedTo"}
      order by fired.triggered_at_ms desc, fired.id desc limit :limit`,
    { alertId, assignedTo, limit, isAcknowledged: isAcknowledged === null ? null : Number(isAcknowledged) },
    DELIVERED.read,
  );

export const findTrigger = (db: Reader, id: string): Promise<DeliveredTrigger | undefined> =>
  db.first(
    `select ${DELIVERED.selected} from price_trigger fired where fired.tenant_id = :tenant and fired.id = :id`,
    { id },
    DELIVERED.read,
  );

/** Notes who has seen to a trigger, the first time. */
export const acknowledgeTrigger = (
  tx: Tx,
  { id, atMs, userId }: { id: string; atMs: number; userId: string | null },
): Promise<number> =>
  handled.set(tx, { id, acknowledgedAtMs: null }, { acknowledgedAtMs: atMs, acknowledgedBy: userId });

/** Says which user is to see to a trigger, or with `null` that no user is. */
export const assignTrigger = (tx: Tx, id: string, userId: string | null): Promise<number> =>
  handled.set(tx, { id }, { assignedTo: userId });

/** Whether there is such a user, who may sign in. */
export const isActiveUser = async (db: Reader, userId: string): Promise<boolean> =>
  (await db.first(
    "select id from user where user.tenant_id = :tenant and user.id = :userId and user.is_active = 1",
    { userId },
    (row) => text(row, "id"),
  )) !== undefined;

const WAITING = selection("fired", {
  id: TEXT,
  record: FIRED.record,
  /** Whether its alert is still there. */
  isWanted: computed("alert.id is not null", FLAG),
  /** Who made its alert; `null`: no user. */
  createdBy: computed("alert.created_by", TEXT_OR_NULL),
});
/** A trigger that waits for a mail. */
export type WaitingTrigger = SelectedBy<typeof WAITING>;

/** The triggers that wait for such a mail, the oldest first. */
export const listWaitingTriggers = (db: Reader, digest: Waiting, limit: number): Promise<WaitingTrigger[]> =>
  db.all(
    `select ${WAITING.selected}
      from price_trigger fired
      left join price_alert alert on alert.tenant_id = :tenant and alert.id = fired.alert_id
      where fired.tenant_id = :tenant and fired.digest = :digest
      order by fired.triggered_at_ms, fired.id limit :limit`,
    { digest, limit },
    WAITING.read,
  );

/** Notes by which mails triggers go out that have waited. */
export const setMailed = (tx: Tx, mailed: readonly { id: string; mailIds: readonly string[] }[]): Promise<void> =>
  tx.runMany(
    "update price_trigger set mail_ids = :mailIds, digest = null where tenant_id = :tenant and id = :id",
    mailed.map(({ id, mailIds }) => ({ id, mailIds: JSON.stringify(mailIds) })),
  );

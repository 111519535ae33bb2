import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** Where the service tells of events. */
export interface Webhook {
  id: string;
  name: string;
  url: string;
  /** The event types it asks for. */
  events: string[];
  /** Sent along with each delivery. */
  headers: Record<string, string>;
  maxRetries: number;
  timeoutSeconds: number;
  isActive: boolean;
  /** Why the service switched it off; `null`: it did not. */
  disabledReason: "gone" | "failing" | null;
  /** Under which field of its place the secret is kept; `null`: it has none. */
  secretField: string | null;
  previousSecretField: string | null;
  /** Until when the secret before signs as well. Unix milliseconds. */
  previousSecretUntilMs: number | null;
  createdAtMs: number;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = `id, name, url, events, headers, max_retries, timeout_seconds, is_active, disabled_reason, secret_field,
  previous_secret_field, previous_secret_until_ms, created_at_ms, version`;

const readWebhook = (row: Row): Webhook => ({
  id: text(row, "id"),
  name: text(row, "name"),
  url: text(row, "url"),
  // Written from such values.
  events: json(row, "events") as string[],
  headers: json(row, "headers") as Record<string, string>,
  maxRetries: number(row, "max_retries"),
  timeoutSeconds: number(row, "timeout_seconds"),
  isActive: boolean(row, "is_active"),
  // A check constraint holds the two words.
  disabledReason: textOrNull(row, "disabled_reason") as Webhook["disabledReason"],
  secretField: textOrNull(row, "secret_field"),
  previousSecretField: textOrNull(row, "previous_secret_field"),
  previousSecretUntilMs: numberOrNull(row, "previous_secret_until_ms"),
  createdAtMs: number(row, "created_at_ms"),
  version: number(row, "version"),
});

/** Where a page begins: after so many webhooks, or after this one. */
export interface WebhookPage {
  limit: number;
  offset: number;
  after: { createdAtMs: number; id: string } | undefined;
}

/** One page, newest first. */
export const listWebhooks = (
  db: Reader,
  { activeOnly }: { activeOnly: boolean },
  { limit, offset, after }: WebhookPage,
): Promise<Webhook[]> =>
  db.all(
    `select ${COLUMNS} from webhook
      where tenant_id = :tenant and (:activeOnly = 0 or is_active = 1) and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    {
      activeOnly: activeOnly ? 1 : 0,
      ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }),
      limit,
      offset,
    },
    readWebhook,
  );

export const countWebhooks = (db: Reader, { activeOnly }: { activeOnly: boolean }): Promise<number> =>
  db.one(
    "select count(*) as count from webhook where tenant_id = :tenant and (:activeOnly = 0 or is_active = 1)",
    { activeOnly: activeOnly ? 1 : 0 },
    (row) => number(row, "count"),
  );

export const findWebhook = (db: Reader, id: string): Promise<Webhook | undefined> =>
  db.first(`select ${COLUMNS} from webhook where tenant_id = :tenant and id = :id`, { id }, readWebhook);

const argsOf = ({ events, headers, isActive, ...webhook }: Webhook) => ({
  ...webhook,
  events: JSON.stringify(events),
  headers: JSON.stringify(headers),
  isActive: isActive ? 1 : 0,
});

/** Adds a webhook with an empty lane. */
export async function insertWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await tx.send(
    `insert into webhook (tenant_id, id, name, url, events, headers, max_retries, timeout_seconds, is_active,
        disabled_reason, secret_field, previous_secret_field, previous_secret_until_ms, created_at_ms, version)
      values (:tenant, :id, :name, :url, :events, :headers, :maxRetries, :timeoutSeconds, :isActive,
        :disabledReason, :secretField, :previousSecretField, :previousSecretUntilMs, :createdAtMs, :version)`,
    argsOf(webhook),
  );
  await tx.send("insert into webhook_lane (tenant_id, webhook_id) values (:tenant, :id)", { id: webhook.id });
}

/** Stores all of a webhook but when it was made. */
export const updateWebhook = (tx: Tx, webhook: Webhook) =>
  tx.run(
    `update webhook set name = :name, url = :url, events = :events, headers = :headers, max_retries = :maxRetries,
        timeout_seconds = :timeoutSeconds, is_active = :isActive, disabled_reason = :disabledReason,
        secret_field = :secretField, previous_secret_field = :previousSecretField,
        previous_secret_until_ms = :previousSecretUntilMs, version = :version
      where tenant_id = :tenant and id = :id`,
    argsOf(webhook),
  );

/** Removes a webhook with what is on its way to it. Its log stays until it is old. */
export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.send("delete from webhook where tenant_id = :tenant and id = :id", { id });
  await tx.send("delete from webhook_lane where tenant_id = :tenant and webhook_id = :id", { id });
  await tx.send("delete from webhook_retry where tenant_id = :tenant and webhook_id = :id", { id });
  await tx.send("delete from webhook_delivery where tenant_id = :tenant and webhook_id = :id", { id });
}

import { LEASE_MS } from "../jobs/lease.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, text } from "../rows.ts";
import { called, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";
import { MODULE_ON } from "./subscriptions.ts";

/** From this number of failures in a row on a receiver counts as failing. The index says so too. */
export const FAILING_FROM = 3;

const LEASED = selection("webhook_lane", {
  tenantId: TEXT,
  webhookId: TEXT,
  /** Grows with every lease. */
  token: called("lease_token", NUMBER),
  consecutiveFailures: NUMBER,
});
/** A webhook's place in the line, leased to one thread of one process. */
export type LeasedQueue = SelectedBy<typeof LEASED>;

interface QueueHealth {
  /** The line of the receivers that fail, or that of all others. */
  isFailing: boolean;
  nowMs: number;
}

/** Whether a webhook, healthy or failing, is due. Called many times a second: two seeks in an index. */
export const hasDueQueue = async (db: Reader, { isFailing, nowMs }: QueueHealth): Promise<boolean> =>
  (await db.first(
    `select 1 as due from webhook_lane
      where (consecutive_failures >= 3) = :isFailing and due_at_ms <= :nowMs and lease_owner is null limit 1`,
    { isFailing: isFailing ? 1 : 0, nowMs },
    (row) => number(row, "due"),
  )) !== undefined;

/**
 * When the delivery was due that has waited longest for a receiver that answers; `null` when none is due. Those in progress
 * count until they are noted.
 */
export const findOldestDue = (db: Reader, nowMs: number): Promise<number | null> =>
  db.one(
    `select min(due_at_ms) as oldest_ms from (
        select min(due_at_ms) as due_at_ms from webhook_lane
          where (consecutive_failures >= 3) = 0 and due_at_ms <= :nowMs and lease_owner is null
        union all
        select min(due_at_ms) from webhook_lane
          where lease_owner is not null and consecutive_failures < 3 and due_at_ms <= :nowMs)`,
    { nowMs },
    (row) => numberOrNull(row, "oldest_ms"),
  );

/** Leases webhooks that are due, of any tenant, the longest due first. `leaseMs` is now, by the clock of leases. */
export const claimQueues = (
  tx: Tx,
  { isFailing, nowMs, leaseMs, owner, limit }: QueueHealth & { leaseMs: number; owner: string; limit: number },
) =>
  tx.all(
    `update webhook_lane set lease_owner = :owner, lease_token = lease_token + 1, lease_until_ms = :untilMs
      where (tenant_id, webhook_id) in (
        select tenant_id, webhook_id from webhook_lane
          where (consecutive_failures >= 3) = :isFailing and due_at_ms <= :nowMs and lease_owner is null
          order by due_at_ms limit :limit)
      returning ${LEASED.selected}`,
    { isFailing: isFailing ? 1 : 0, nowMs, owner, untilMs: leaseMs + LEASE_MS, limit },
    LEASED.read,
  );

/** Renews all leases of an owner, also those that have ended: no other owner has taken them. */
export const renewQueues = (tx: Tx, { owner, leaseMs }: { owner: string; leaseMs: number }) =>
  tx.run("update webhook_lane set lease_until_ms = :untilMs where lease_owner = :owner", {
    owner,
    untilMs: leaseMs + LEASE_MS,
  });

/** Whether `rescueQueues` or `advanceQueues` has something to do. */
export const hasLateQueue = async (
  db: Reader,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<boolean> =>
  (await db.first(
    `select 1 as late from webhook_lane
      where (lease_owner is not null and lease_until_ms < :beforeMs) or due_at_ms > :latestMs limit 1`,
    { beforeMs, latestMs: nowMs + AHEAD_MAX_MS },
    (row) => number(row, "late"),
  )) !== undefined;

/** Takes back the leases that ended before `beforeMs`: their owner has ended. */
export const rescueQueues = (tx: Tx, beforeMs: number) =>
  tx.run(
    `update webhook_lane set lease_owner = null, lease_until_ms = null
      where lease_owner is not null and lease_until_ms < :beforeMs`,
    { beforeMs },
  );

/** No delivery waits for longer than a retry may: a later time was stored before the machine's clock was set back. */
const AHEAD_MAX_MS = 1_800_000;

/** Makes due now what is due further ahead than anything can be, of all tenants. */
export async function advanceQueues(tx: Tx, nowMs: number): Promise<void> {
  const ahead = await tx.all(
    "update webhook_lane set due_at_ms = :nowMs where due_at_ms > :latestMs returning tenant_id, webhook_id",
    { nowMs, latestMs: nowMs + AHEAD_MAX_MS },
    (row) => ({ tenantId: text(row, "tenant_id"), webhookId: text(row, "webhook_id") }),
  );
  for (const { tenantId, webhookId } of ahead) {
    await tx.as(tenantId).run(
      `update webhook_delivery set due_at_ms = :nowMs
          where tenant_id = :tenant and webhook_id = :webhookId and state = 'waiting' and due_at_ms > :nowMs`,
      { webhookId, nowMs },
    );
  }
}

/** What is known of a receiver. */
export interface ReceiverState {
  consecutiveFailures: number;
  /** When the first of them was, Unix milliseconds. */
  failingSinceMs: number | null;
  token: number;
}

/** `undefined` when the webhook is deleted. */
export const findReceiverState = (db: Reader, webhookId: string): Promise<ReceiverState | undefined> =>
  db.first(
    `select consecutive_failures, failing_since_ms, lease_token from webhook_lane
      where tenant_id = :tenant and webhook_id = :webhookId`,
    { webhookId },
    (row) => ({
      consecutiveFailures: number(row, "consecutive_failures"),
      failingSinceMs: numberOrNull(row, "failing_since_ms"),
      token: number(row, "lease_token"),
    }),
  );

export const updateReceiverState = (
  tx: Tx,
  webhookId: string,
  { consecutiveFailures, failingSinceMs }: Omit<ReceiverState, "token">,
) =>
  tx.run(
    `update webhook_lane set consecutive_failures = :consecutiveFailures, failing_since_ms = :failingSinceMs
      where tenant_id = :tenant and webhook_id = :webhookId`,
    { webhookId, consecutiveFailures, failingSinceMs },
  );

const DUE = `(
        select min(webhook_delivery.due_at_ms) from webhook_delivery
          where webhook_delivery.tenant_id = :tenant and webhook_delivery.webhook_id = webhook_lane.webhook_id
            and webhook_delivery.state = 'waiting'
            and exists (select 1 from webhook
              where webhook.tenant_id = :tenant and webhook.id = webhook_lane.webhook_id and webhook.is_active = 1)
            and ${MODULE_ON})`;

/**
 * Computes when a webhook is due: when its earliest delivery is, and never while its webhook is paused or the module is
 * off.
 */
export const refreshQueue = (tx: Tx, webhookId: string) =>
  tx.run(`update webhook_lane set due_at_ms = ${DUE} where tenant_id = :tenant and webhook_id = :webhookId`, {
    webhookId,
  });

/** The same for all webhooks of the tenant. */
export const refreshQueues = (tx: Tx) =>
  tx.run(`update webhook_lane set due_at_ms = ${DUE} where tenant_id = :tenant`, {});

/** Releases a lease, unless another owner already holds it. */
export const releaseQueue = (tx: Tx, webhookId: string, token: number) =>
  tx.run(
    `update webhook_lane set lease_owner = null, lease_until_ms = null
      where tenant_id = :tenant and webhook_id = :webhookId and lease_token = :token`,
    { webhookId, token },
  );

/** Gives a new webhook an empty queue. */
export const insertQueue = (tx: Tx, webhookId: string) =>
  tx.send("insert into webhook_lane (tenant_id, webhook_id) values (:tenant, :webhookId)", { webhookId });

/** Removes a webhook's queue with the deliveries in it. Its log stays until it is old. */
export async function eraseQueue(tx: Tx, webhookId: string): Promise<void> {
  await tx.send("delete from webhook_lane where tenant_id = :tenant and webhook_id = :webhookId", { webhookId });
  await tx.send("delete from webhook_retry where tenant_id = :tenant and webhook_id = :webhookId", { webhookId });
  await tx.send("delete from webhook_delivery where tenant_id = :tenant and webhook_id = :webhookId", { webhookId });
}

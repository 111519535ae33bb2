import { LEASE_MS } from "../jobs/lease.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, type Row, text } from "../rows.ts";
import { MODULE_ON } from "./module.ts";

/** From so many failures in a row on a receiver waits in the line of those that fail. The index says so too. */
export const FAILING_FROM = 3;

/** A webhook's place in the line, leased to one thread of one process. */
export interface LeasedLane {
  tenantId: string;
  webhookId: string;
  /** Grows with every lease. */
  token: number;
  consecutiveFailures: number;
}

const readLane = (row: Row): LeasedLane => ({
  tenantId: text(row, "tenant_id"),
  webhookId: text(row, "webhook_id"),
  token: number(row, "lease_token"),
  consecutiveFailures: number(row, "consecutive_failures"),
});

interface Line {
  /** The line of the receivers that fail, or that of all others. */
  isFailing: boolean;
  nowMs: number;
}

/** Whether a lane of this line is due. Asked many times a second: two seeks in an index. */
export const hasDueLane = async (db: Reader, { isFailing, nowMs }: Line): Promise<boolean> =>
  (await db.first(
    `select 1 as due from webhook_lane
      where (consecutive_failures >= 3) = :isFailing and due_at_ms <= :nowMs and lease_owner is null limit 1`,
    { isFailing: isFailing ? 1 : 0, nowMs },
    (row) => number(row, "due"),
  )) !== undefined;

/** Leases lanes that are due, of any tenant, the longest due first. */
export const claimLanes = (tx: Tx, { isFailing, nowMs, owner, limit }: Line & { owner: string; limit: number }) =>
  tx.all(
    `update webhook_lane set lease_owner = :owner, lease_token = lease_token + 1, lease_until_ms = :untilMs
      where (tenant_id, webhook_id) in (
        select tenant_id, webhook_id from webhook_lane
          where (consecutive_failures >= 3) = :isFailing and due_at_ms <= :nowMs and lease_owner is null
          order by due_at_ms limit :limit)
      returning tenant_id, webhook_id, lease_token, consecutive_failures`,
    { isFailing: isFailing ? 1 : 0, nowMs, owner, untilMs: nowMs + LEASE_MS, limit },
    readLane,
  );

/** Holds all lanes of an owner for longer. */
export const renewLanes = (tx: Tx, { owner, nowMs }: { owner: string; nowMs: number }) =>
  tx.run("update webhook_lane set lease_until_ms = :untilMs where lease_owner = :owner and lease_until_ms >= :nowMs", {
    owner,
    nowMs,
    untilMs: nowMs + LEASE_MS,
  });

/** Takes back the lanes whose lease ended before `beforeMs`: their holder is gone. */
export const rescueLanes = (tx: Tx, beforeMs: number) =>
  tx.run(
    `update webhook_lane set lease_owner = null, lease_until_ms = null
      where lease_owner is not null and lease_until_ms < :beforeMs`,
    { beforeMs },
  );

/** What is known of a receiver. */
export interface ReceiverState {
  consecutiveFailures: number;
  /** When the first of them was, Unix milliseconds. */
  failingSinceMs: number | null;
  token: number;
}

/** `undefined` when the webhook is gone. */
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

/** Works out when a lane is due: when its earliest delivery is, and never while its webhook is paused or the module is off. */
export const refreshLane = (tx: Tx, webhookId: string) =>
  tx.run(`update webhook_lane set due_at_ms = ${DUE} where tenant_id = :tenant and webhook_id = :webhookId`, {
    webhookId,
  });

/** The same for all lanes of the tenant. */
export const refreshLanes = (tx: Tx) =>
  tx.run(`update webhook_lane set due_at_ms = ${DUE} where tenant_id = :tenant`, {});

/** Gives a lane back, unless another holds it already. */
export const releaseLane = (tx: Tx, webhookId: string, token: number) =>
  tx.run(
    `update webhook_lane set lease_owner = null, lease_until_ms = null
      where tenant_id = :tenant and webhook_id = :webhookId and lease_token = :token`,
    { webhookId, token },
  );

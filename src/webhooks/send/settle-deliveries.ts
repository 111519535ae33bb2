import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { deleteDeliveries, markDeliveriesFailed } from "../../../db/webhooks/deliveries.ts";
import { type DeliveryLog, webhookLogs } from "../../../db/webhooks/logs.ts";
import {
  findReceiverState,
  type ReceiverState,
  refreshQueue,
  releaseQueue,
  updateReceiverState,
} from "../../../db/webhooks/webhook-queues.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { Webhook } from "../webhook.ts";

/** What came of one attempt at a delivery. */
export interface Outcome extends Omit<DeliveryLog, "id" | "webhookId"> {
  /** The receiver is permanently removed. */
  isRemoved: boolean;
  /** Of a failed attempt: when to try again, Unix milliseconds; `null`: never. */
  retryAtMs: number | null;
}

/** What was done for a webhook since it was settled last. */
export interface QueueReport {
  tenantId: string;
  webhookId: string;
  token: number;
  outcomes: Outcome[];
  /** The lease is released. */
  isReleased: boolean;
}

const DAY_MS = 86_400_000;
const FAILING_MAX_MS = 5 * DAY_MS;
const FAILURES_MAX = 25;

/**
 * Notes the results of deliveries, of any tenant, in one transaction, and releases leases. A receiver that is removed, or
 * has failed 25 times in a row and for five days, is switched off. Returns the webhooks that are to be left alone: they
 * were switched off or deleted, or another worker holds their lease.
 */
export const settleDeliveries = mutation(
  "webhooks.settle",
  async (tx, { queues }: { queues: QueueReport[] }, context): Promise<string[]> => {
    const stopped: string[] = [];
    for (const queue of queues) {
      if (!(await settleQueue(tx.as(queue.tenantId), queue, context))) stopped.push(queue.webhookId);
    }
    return stopped;
  },
);

/** Returns whether its holder may go on. */
async function settleQueue(tx: Tx, queue: QueueReport, context: MutationContext): Promise<boolean> {
  const { webhookId, token, outcomes } = queue;
  const state = await findReceiverState(tx, webhookId);
  if (!state) return false;
  const isHeld = state.token === token;
  await noteOutcomes(tx, webhookId, outcomes, { isHeld, context });
  const goesOn = outcomes.length === 0 || !(await noteReceiver(tx, webhookId, outcomes, state, context));
  if (queue.isReleased && isHeld) {
    await refreshQueue(tx, webhookId);
    await releaseQueue(tx, webhookId, token);
  }
  return goesOn && isHeld;
}

async function noteOutcomes(
  tx: Tx,
  webhookId: string,
  outcomes: readonly Outcome[],
  { isHeld, context }: { isHeld: boolean; context: MutationContext },
): Promise<void> {
  const received = outcomes.filter(({ success }) => success);
  if (received.length > 0) {
    await deleteDeliveries(
      tx,
      received.map(({ eventId }) => ({ webhookId, eventId })),
    );
  }
  const failed = isHeld ? outcomes.filter(({ success }) => !success) : [];
  if (failed.length > 0) {
    const rows = failed.map(({ eventId, attempt, retryAtMs }) => ({
      webhookId,
      eventId,
      attempts: attempt,
      retryAtMs,
    }));
    await markDeliveriesFailed(tx, rows, context.now());
  }
  await webhookLogs.insertAll(
    tx,
    outcomes.map((outcome) => logOf(webhookId, outcome, context.newId())),
  );
}

/** The log entry of an attempt. */
export const logOf = (
  webhookId: string,
  { isRemoved: _, retryAtMs, errorMessage: said, ...attempt }: Outcome,
  id: string,
): DeliveryLog => {
  const errorMessage = attempt.success || retryAtMs !== null ? said : `${said}; undeliverable`;
  return { ...attempt, id, webhookId, errorMessage };
};

const countFailures = (before: ReceiverState, outcomes: readonly Outcome[]) =>
  outcomes.reduce(
    ({ consecutiveFailures, failingSinceMs }, { success, triggeredAtMs }) => ({
      consecutiveFailures: success ? 0 : consecutiveFailures + 1,
      failingSinceMs: success ? null : (failingSinceMs ?? triggeredAtMs),
    }),
    { consecutiveFailures: before.consecutiveFailures, failingSinceMs: before.failingSinceMs },
  );

/** Switches a webhook off whose receiver does not answer any more; its events are held as those of any paused one. */
async function disableWebhook(
  tx: Tx,
  id: string,
  reason: "gone" | "failing",
  consecutiveFailures: number,
  context: MutationContext,
): Promise<void> {
  const webhook = await Webhook.table.find(tx, id);
  if (!webhook?.is_active) return;
  await Webhook.table.update(tx, [{ ...webhook, is_active: false, disabled_reason: reason }]);
  await refreshQueue(tx, id);
  await noteAudit(tx, context, "webhook.disabled", id, { reason, consecutive_failures: consecutiveFailures });
}

/** Keeps count of a receiver's failures. Returns whether it was switched off. */
async function noteReceiver(
  tx: Tx,
  webhookId: string,
  outcomes: readonly Outcome[],
  before: ReceiverState,
  context: MutationContext,
): Promise<boolean> {
  const { consecutiveFailures, failingSinceMs } = countFailures(before, outcomes);
  if (consecutiveFailures !== before.consecutiveFailures || failingSinceMs !== before.failingSinceMs) {
    await updateReceiverState(tx, webhookId, { consecutiveFailures, failingSinceMs });
  }
  const isMissing = outcomes.some((outcome) => outcome.isRemoved);
  const hasFailedLong =
    consecutiveFailures >= FAILURES_MAX && context.now() - (failingSinceMs ?? context.now()) >= FAILING_MAX_MS;
  if (!isMissing && !hasFailedLong) return false;
  await disableWebhook(tx, webhookId, isMissing ? "gone" : "failing", consecutiveFailures, context);
  return true;
}

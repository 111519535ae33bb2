import type { Delivery } from "../../db/webhooks/deliveries.ts";
import { FAILING_FROM, type LeasedQueue } from "../../db/webhooks/webhook-queues.ts";
import type { Receiver } from "../../src/webhooks/send/receiver.ts";
import type { Outcome, QueueReport } from "../../src/webhooks/send/settle-deliveries.ts";

/** Requests under way at once: to receivers that answer, and to those that have failed again and again. */
export const SLOTS = { healthy: 24, failing: 8 } as const;
/** And to one webhook. */
const PER_WEBHOOK = { healthy: 4, failing: 1 } as const;
export type Health = keyof typeof SLOTS;

/** A webhook that this thread delivers for. */
export interface WebhookQueue {
  tenantId: string;
  webhookId: string;
  token: number;
  failures: number;
  receiver: Receiver | undefined;
  /** Read, and not begun. */
  waiting: Delivery[];
  /** Events that were read and are not settled: the database still shows them as waiting. */
  inProgress: Set<string>;
  /** Requests under way. */
  inFlight: number;
  /** Its deliveries are being read. */
  isReading: boolean;
  /** The last reading brought all there was. */
  isDrained: boolean;
  /** Nothing more may be sent: it is paused, deleted or another's. */
  isStopped: boolean;
  /** Done, and not noted yet. */
  outcomes: Outcome[];
  /** Its turn: those that were served last come last. */
  servedAt: number;
}

/** The queue of a webhook that was just leased. */
export const newQueue = ({ consecutiveFailures, ...queue }: LeasedQueue): WebhookQueue => ({
  ...queue,
  failures: consecutiveFailures,
  receiver: undefined,
  waiting: [],
  inProgress: new Set(),
  inFlight: 0,
  isReading: false,
  isDrained: false,
  isStopped: false,
  outcomes: [],
  servedAt: 0,
});

/** Begins nothing more of a queue. */
export function stop(queue: WebhookQueue): void {
  queue.isStopped = true;
  for (const { eventId } of queue.waiting) queue.inProgress.delete(eventId);
  queue.waiting = [];
}

const isDone = ({ inFlight, isReading, waiting, isDrained, isStopped }: WebhookQueue) =>
  inFlight === 0 && !isReading && waiting.length === 0 && (isDrained || isStopped);

/** Takes what is to be noted out of the queues. Those that have nothing more to do are given back; all, when `isLast`. */
export function reportsOf(queues: ReadonlyMap<string, WebhookQueue>, isLast: boolean): QueueReport[] {
  const reports: QueueReport[] = [];
  for (const queue of queues.values()) {
    const isReleased = isLast || isDone(queue);
    if (queue.outcomes.length === 0 && !isReleased) continue;
    const { tenantId, webhookId, token, outcomes } = queue;
    queue.outcomes = [];
    reports.push({ tenantId, webhookId, token, outcomes, isReleased });
  }
  return reports;
}

export const healthOf = ({ failures }: WebhookQueue): Health => (failures >= FAILING_FROM ? "failing" : "healthy");

/** What of a queue occupies slots: a reading holds one for what it will bring. */
const busy = ({ inFlight, isReading, waiting }: WebhookQueue) => inFlight + (isReading && waiting.length === 0 ? 1 : 0);

const hasWork = ({ waiting, isDrained, isReading, isStopped }: WebhookQueue) =>
  !isStopped && (waiting.length > 0 || !(isDrained || isReading));

/** How many slots each line has left, and how many each tenant has taken of it. */
function countSlots(queues: ReadonlyMap<string, WebhookQueue>) {
  const free: Record<Health, number> = { ...SLOTS };
  const taken = { healthy: new Map<string, number>(), failing: new Map<string, number>() };
  for (const queue of queues.values()) {
    const line = healthOf(queue);
    const own = busy(queue);
    if (own === 0) continue;
    free[line] -= own;
    taken[line].set(queue.tenantId, (taken[line].get(queue.tenantId) ?? 0) + own);
  }
  return { free, taken };
}

/**
 * The queue whose turn it is to send, or to be read first. A tenant gets a slot while it has fewer than are still free:
 * alone it may take half, and later ones find some left. Among tenants those with the fewest go first.
 */
export function nextQueue(queues: ReadonlyMap<string, WebhookQueue>): WebhookQueue | undefined {
  const { free, taken } = countSlots(queues);
  let next: { queue: WebhookQueue; own: number } | undefined;
  for (const queue of queues.values()) {
    const line = healthOf(queue);
    const own = taken[line].get(queue.tenantId) ?? 0;
    if (busy(queue) >= PER_WEBHOOK[line] || own >= free[line] || !hasWork(queue)) continue;
    if (!next || own < next.own || (own === next.own && queue.servedAt < next.queue.servedAt)) next = { queue, own };
  }
  return next?.queue;
}

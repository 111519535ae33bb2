import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { type Delivery, listDueDeliveries } from "../../db/webhooks/deliveries.ts";
import { hasDueQueue, hasLateQueue } from "../../db/webhooks/webhook-queues.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { attemptDelivery, outcomeOf } from "../../src/webhooks/send/attempt.ts";
import { leaseQueues, renewLeases } from "../../src/webhooks/send/lease-queues.ts";
import { findReceiver, type Receiver } from "../../src/webhooks/send/receiver.ts";
import { type Outcome, type QueueReport, settleDeliveries } from "../../src/webhooks/send/settle-deliveries.ts";
import { healthOf, newQueue, nextQueue, reportsOf, stop, type WebhookQueue } from "./webhook-queue.ts";

/** Deliveries of one webhook that are read at once, and below how many the next are read. */
const PAGE = 16;
const LOW = 4;
/** The number of its webhooks, healthy and failing. */
const QUEUES_MAX = 1_000;
const RETRY_MS = 2_000;
/** How often to look for more for those that are served. */
const SERVING_POLL_MS = 100;
const IDLE_POLL_MS = 20;

/** What an attempt is counted as. */
const wordOf = ({ success, retryAtMs }: Outcome) =>
  success ? "delivered" : retryAtMs === null ? "given_up" : "retried";

/**
 * Schedules and sends the deliveries of one thread. A webhook is leased as a job is, and its deliveries are then read, sent
 * and noted without a claim for each: all that was done since the last commit is noted in the next. What a process had
 * begun when it died is due as before, and is sent again with the same id.
 */
export class DeliveryScheduler {
  readonly #services: ThreadServices;
  readonly #owner: string;
  readonly #queues = new Map<string, WebhookQueue>();
  #turns = 0;
  #settling: { done: Promise<void> } | undefined;
  #isClosing = false;

  constructor(services: ThreadServices, owner: string) {
    this.#services = services;
    this.#owner = owner;
  }

  /** Leases the webhooks that are due, and has them served. Returns when to look again while some are. */
  async lease(): Promise<number | undefined> {
    const queues = [...this.#queues.values()];
    for (const queue of queues) {
      // What came for a webhook while it waits for an answer is looked for again.
      if (queue.inFlight > 0 && queue.waiting.length === 0) queue.isDrained = false;
    }
    const failing = queues.filter((queue) => healthOf(queue) === "failing").length;
    const room = {
      owner: this.#owner,
      healthy: await this.#capacityOf(false, queues.length - failing),
      failing: await this.#capacityOf(true, failing),
    };
    if (room.healthy + room.failing > 0) {
      const taken = await this.#services.write(leaseQueues, EVERY_TENANT, room);
      for (const queue of taken) this.#queues.set(queue.webhookId, newQueue(queue));
    }
    this.#serve();
    return this.#queues.size > 0 ? SERVING_POLL_MS : undefined;
  }

  /** How many more webhooks to lease, healthy or failing: none when none is due. */
  async #capacityOf(isFailing: boolean, held: number): Promise<number> {
    if (held >= QUEUES_MAX) return 0;
    const nowMs = this.#services.now();
    const isDue = await hasDueQueue(this.#services.reader(EVERY_TENANT), { isFailing, nowMs });
    return isDue ? QUEUES_MAX - held : 0;
  }

  /** Renews its leases, and takes back those of who has ended. Never throws. */
  async renew(): Promise<void> {
    const { reader, write, now, steadyNow } = this.#services;
    try {
      const isLate = () => hasLateQueue(reader(EVERY_TENANT), { beforeMs: steadyNow(), nowMs: now() });
      if (this.#queues.size > 0 || (await isLate())) await write(renewLeases, EVERY_TENANT, { owner: this.#owner });
    } catch (error) {
      this.#say(error, "cannot renew leases");
    }
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await (this.#settling?.done ?? sleep(1));
  }

  /** Begins nothing new, waits for what is under way, notes it and releases all leases. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true;
    const endsAtMs = performance.now() + patienceMs;
    const isUnderWay = () => [...this.#queues.values()].some(({ inFlight }) => inFlight > 0);
    while (isUnderWay() && performance.now() < endsAtMs) await sleep(IDLE_POLL_MS);
    while (this.#queues.size > 0 && performance.now() < endsAtMs + patienceMs) {
      this.#settle();
      await (this.#settling?.done ?? sleep(IDLE_POLL_MS));
    }
  }

  /** Begins as much as may be under way at once. */
  #serve(): void {
    if (this.#isClosing) return;
    for (let queue = nextQueue(this.#queues); queue; queue = nextQueue(this.#queues)) {
      queue.servedAt = ++this.#turns;
      const delivery = queue.waiting.shift();
      if (delivery && queue.receiver) void this.#send(queue, queue.receiver, delivery);
      if (queue.waiting.length < LOW && !queue.isDrained && !queue.isReading) void this.#read(queue);
    }
    this.#settle();
  }

  /** Reads what a webhook's queue has to send, and how. */
  async #read(queue: WebhookQueue): Promise<void> {
    queue.isReading = true;
    try {
      await this.#fill(queue);
    } catch (error) {
      this.#say(error, "cannot read deliveries");
      stop(queue);
    }
    queue.isReading = false;
    this.#serve();
  }

  async #fill(queue: WebhookQueue): Promise<void> {
    const { secrets, now, reader } = this.#services;
    const { tenantId, webhookId, inProgress } = queue;
    const db = reader(tenantId);
    const nowMs = now();
    // Those in progress are still due in the database.
    const limit = PAGE + inProgress.size;
    queue.receiver = await findReceiver(db, secrets, webhookId, nowMs);
    if (!queue.receiver?.webhook.is_active) return stop(queue);
    const due = await listDueDeliveries(db, webhookId, { nowMs, limit });
    const fresh = due.filter(({ eventId }) => !inProgress.has(eventId));
    for (const { eventId } of fresh) inProgress.add(eventId);
    queue.waiting.push(...fresh);
    queue.isDrained = due.length < limit;
  }

  async #send(queue: WebhookQueue, receiver: Receiver, delivery: Delivery): Promise<void> {
    const { now, count } = this.#services;
    queue.inFlight++;
    const triggeredAtMs = now();
    const attempt = await attemptDelivery(this.#services, receiver, delivery);
    queue.inFlight--;
    queue.failures = attempt.success ? 0 : queue.failures + 1;
    const { max_retries: maxRetries } = receiver.webhook;
    const jitter = 0.8 + Math.random() * 0.4;
    const outcome = outcomeOf(delivery, attempt, { maxRetries, triggeredAtMs, nowMs: now(), jitter });
    queue.outcomes.push(outcome);
    count("catalogd_webhook_attempts_total", [wordOf(outcome)]);
    this.#serve();
  }

  /** Notes what was done, all of it in one go; what is done meanwhile goes with the next. */
  #settle(): void {
    if (this.#settling) return;
    const reports = reportsOf(this.#queues, this.#isClosing);
    if (reports.length === 0) return;
    const done = this.#note(reports).then(() => {
      this.#settling = undefined;
      this.#serve();
    });
    this.#settling = { done };
  }

  /** Never throws: what cannot be noted now is noted later. */
  async #note(reports: QueueReport[]): Promise<void> {
    try {
      const stopped = new Set(await this.#services.write(settleDeliveries, EVERY_TENANT, { queues: reports }));
      for (const report of reports) this.#noted(report, stopped.has(report.webhookId));
    } catch (error) {
      this.#say(error, "cannot note deliveries");
      for (const { webhookId, outcomes } of reports) this.#queues.get(webhookId)?.outcomes.unshift(...outcomes);
      await sleep(RETRY_MS);
    }
  }

  #noted({ webhookId, token, outcomes, isReleased }: QueueReport, isStopped: boolean): void {
    const queue = this.#queues.get(webhookId);
    if (queue?.token !== token) return;
    for (const { eventId } of outcomes) queue.inProgress.delete(eventId);
    if (isReleased) this.#queues.delete(webhookId);
    else if (isStopped) stop(queue);
  }

  #say(error: unknown, what: string): void {
    this.#services.log.error({ error: String(error) }, what);
  }
}

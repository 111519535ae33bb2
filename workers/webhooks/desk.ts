import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT } from "../../db/ports.ts";
import { type Delivery, listDueDeliveries } from "../../db/webhooks/deliveries.ts";
import { hasDueLane } from "../../db/webhooks/lanes.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { attemptDelivery } from "../../src/webhooks/attempt.ts";
import { keepLanes, takeLanes } from "../../src/webhooks/lanes.ts";
import { outcomeOf } from "../../src/webhooks/outcome.ts";
import { findReceiver, type Receiver } from "../../src/webhooks/receiver.ts";
import { type LaneReport, settleDeliveries } from "../../src/webhooks/settle-deliveries.ts";
import { type Lane, lineOf, newLane, nextLane, reportsOf, stop } from "./lane.ts";

/** Deliveries of one webhook that are read at once, and below how many the next are read. */
const PAGE = 16;
const LOW = 4;
/** Webhooks of each line in hand. */
const LANES_MAX = 1_000;
const RETRY_MS = 2_000;
const GLANCE_MS = 20;

/**
 * Where the deliveries of one thread are in hand. A webhook is leased as a job is, and its deliveries are then read, sent
 * and noted without a claim for each: all that was done since the last commit is noted in the next. What a process had
 * in hand when it died is due as before, and is sent again with the same id.
 */
export class Desk {
  readonly #services: ThreadServices;
  readonly #owner: string;
  readonly #lanes = new Map<string, Lane>();
  #turns = 0;
  #settling: { done: Promise<void> } | undefined;
  #isClosing = false;

  constructor(services: ThreadServices, owner: string) {
    this.#services = services;
    this.#owner = owner;
  }

  /** Takes the lanes that are due, and has them served. */
  async take(): Promise<void> {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) {
      // What came for a lane while it waits for an answer is looked for again.
      if (lane.inFlight > 0 && lane.waiting.length === 0) lane.isDry = false;
    }
    const failing = lanes.filter((lane) => lineOf(lane) === "failing").length;
    const room = {
      owner: this.#owner,
      sound: await this.#roomOf(false, lanes.length - failing),
      failing: await this.#roomOf(true, failing),
    };
    if (room.sound + room.failing > 0) {
      const taken = await this.#services.write(takeLanes, EVERY_TENANT, room);
      for (const lane of taken) this.#lanes.set(lane.webhookId, newLane(lane));
    }
    this.#serve();
  }

  /** How many more lanes of a line to take: none when none is due. */
  async #roomOf(isFailing: boolean, held: number): Promise<number> {
    if (held >= LANES_MAX) return 0;
    const nowMs = this.#services.now();
    const isDue = await hasDueLane(this.#services.reader(EVERY_TENANT), { isFailing, nowMs });
    return isDue ? LANES_MAX - held : 0;
  }

  /** Holds its lanes for longer. Never throws. */
  async keep(): Promise<void> {
    await this.#services.write(keepLanes, EVERY_TENANT, { owner: this.#owner }).catch((error: unknown) => {
      this.#say(error, "cannot keep lanes");
    });
  }

  /** Resolves when nothing is in hand. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await (this.#settling?.done ?? sleep(1));
  }

  /** Begins nothing new, waits for what is under way, notes it and gives all lanes back. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true;
    const endsAtMs = performance.now() + patienceMs;
    const isUnderWay = () => [...this.#lanes.values()].some(({ inFlight }) => inFlight > 0);
    while (isUnderWay() && performance.now() < endsAtMs) await sleep(GLANCE_MS);
    while (this.#lanes.size > 0 && performance.now() < endsAtMs + patienceMs) {
      this.#settle();
      await (this.#settling?.done ?? sleep(GLANCE_MS));
    }
  }

  /** Begins as much as may be under way at once. */
  #serve(): void {
    if (this.#isClosing) return;
    for (let lane = nextLane(this.#lanes); lane; lane = nextLane(this.#lanes)) {
      lane.servedAt = ++this.#turns;
      const delivery = lane.waiting.shift();
      if (delivery && lane.receiver) void this.#send(lane, lane.receiver, delivery);
      if (lane.waiting.length < LOW && !lane.isDry && !lane.isReading) void this.#read(lane);
    }
    this.#settle();
  }

  /** Reads what a lane has to send, and how. */
  async #read(lane: Lane): Promise<void> {
    lane.isReading = true;
    try {
      await this.#fill(lane);
    } catch (error) {
      this.#say(error, "cannot read deliveries");
      stop(lane);
    }
    lane.isReading = false;
    this.#serve();
  }

  async #fill(lane: Lane): Promise<void> {
    const { secrets, now, reader } = this.#services;
    const { tenantId, webhookId, inHand } = lane;
    const db = reader(tenantId);
    const nowMs = now();
    // Those in hand are still due in the database.
    const limit = PAGE + inHand.size;
    lane.receiver = await findReceiver(db, secrets, webhookId, nowMs);
    if (!lane.receiver?.webhook.is_active) return stop(lane);
    const due = await listDueDeliveries(db, webhookId, { nowMs, limit });
    const fresh = due.filter(({ eventId }) => !inHand.has(eventId));
    for (const { eventId } of fresh) inHand.add(eventId);
    lane.waiting.push(...fresh);
    lane.isDry = due.length < limit;
  }

  async #send(lane: Lane, receiver: Receiver, delivery: Delivery): Promise<void> {
    const { now } = this.#services;
    lane.inFlight++;
    const triggeredAtMs = now();
    const attempt = await attemptDelivery(this.#services, receiver, delivery);
    lane.inFlight--;
    lane.failures = attempt.success ? 0 : lane.failures + 1;
    const { max_retries: maxRetries } = receiver.webhook;
    const jitter = 0.8 + Math.random() * 0.4;
    lane.outcomes.push(outcomeOf(delivery, attempt, { maxRetries, triggeredAtMs, nowMs: now(), jitter }));
    this.#serve();
  }

  /** Notes what was done, all of it in one go; what is done meanwhile goes with the next. */
  #settle(): void {
    if (this.#settling) return;
    const reports = reportsOf(this.#lanes, this.#isClosing);
    if (reports.length === 0) return;
    const done = this.#note(reports).then(() => {
      this.#settling = undefined;
      this.#serve();
    });
    this.#settling = { done };
  }

  /** Never throws: what cannot be noted now is noted later. */
  async #note(reports: LaneReport[]): Promise<void> {
    try {
      const stopped = new Set(await this.#services.write(settleDeliveries, EVERY_TENANT, { lanes: reports }));
      for (const report of reports) this.#noted(report, stopped.has(report.webhookId));
    } catch (error) {
      this.#say(error, "cannot note deliveries");
      for (const { webhookId, outcomes } of reports) this.#lanes.get(webhookId)?.outcomes.unshift(...outcomes);
      await sleep(RETRY_MS);
    }
  }

  #noted({ webhookId, token, outcomes, isReleased }: LaneReport, isStopped: boolean): void {
    const lane = this.#lanes.get(webhookId);
    if (lane?.token !== token) return;
    for (const { eventId } of outcomes) lane.inHand.delete(eventId);
    if (isReleased) this.#lanes.delete(webhookId);
    else if (isStopped) stop(lane);
  }

  #say(error: unknown, what: string): void {
    this.#services.log.error({ error: String(error) }, what);
  }
}

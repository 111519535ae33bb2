import { HANDS } from "../../jobs/worker-slots.ts";
import type { CallThread } from "./call-line.ts";
import { CallQueue, tooBusy } from "./call-queue.ts";
import type { AnyCall } from "./calls.ts";
import type { PooledThread, RunningJobs, ThreadReport, ThreadRole } from "./pooled-thread.ts";
import { countPlaces, type Places, shareOf } from "./tenant-shares.ts";

interface Member {
  index: number;
  role: ThreadRole;
  thread: PooledThread;
  isReady: boolean;
  /** Calls that were sent to it. */
  calls: number;
  /** How many of them came out of the queue. */
  queuedCalls: number;
  jobs: RunningJobs;
  /** Ends it when nothing came for a while. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when it has stopped; set once it was stopped. */
  leaving?: PromiseWithResolvers<void>;
}

interface PoolOptions {
  /** Most on-demand workers, most readers, and most threads for servers of others. */
  threads: number;
  /**
   * How many queued calls a reader has at a time: one where the answer is computed by the reader itself, more where it waits
   * for a server.
   */
  callsAtOnce?: number;
  /** How long a thread waits for more work before it ends and gives its memory back; the last reader six times as long. */
  idleMs?: number;
  /** Starts a thread; `index` is a number that no other thread has now. */
  spawn(index: number, role: ThreadRole, hear: (report: ThreadReport) => void): PooledThread;
}

// Longer than the pauses of a program's work; an on-demand worker is started in a tenth of a second, and only a job waits
// for it.
const IDLE_MS = 10_000;
/** For the last reader a request may wait. */
const LAST_READER_IDLES = 6;
/** How many calls that wait for servers of others a thread has begun. */
const OUTSIDE_AT_ONCE = 16;
const OUTSIDE_RETRY_MS = 5_000;

/**
 * Keeps as many worker threads as there is work for. The background worker stays; on-demand workers and readers are started when work waits
 * and ended when none came for a while, because an idle thread holds tens of megabytes.
 */
export class ThreadPool {
  readonly #members: Member[] = [];
  readonly #options: PoolOptions;
  readonly #queue: CallQueue;
  /** Slots of the calls that wait for servers of others: no tenant has more than half, however long those keep it waiting. */
  readonly #outside: Places;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new CallQueue({ capacity: options.threads * (options.callsAtOnce ?? 1) });
    const slots = options.threads * OUTSIDE_AT_ONCE;
    this.#outside = countPlaces({ ofTenant: shareOf(slots), ofAll: slots }, (isOwn) =>
      tooBusy("busy.outside", OUTSIDE_RETRY_MS, isOwn),
    );
  }

  /** Starts the background worker. */
  start(): void {
    if (this.#of("background").length === 0) this.#grow("background");
  }

  /**
   * A thread for one more call. Calls go to the reader with the least to do; those that read much of the catalog
   * wait in a queue until one has a slot for them, and those that wait for servers of others have threads of their own. Throws
   * SYSTEM_SERVICE_UNAVAILABLE when that queue is too long, there is no slot, or the tenant has its half.
   */
  take(wanted: { call: AnyCall; tenantId: string }): CallThread {
    return wanted.call.outsideMs === undefined ? this.#takeReader(wanted) : this.#takeOutside(wanted);
  }

  #takeReader({ call: { name, queuedAs: busyKey }, tenantId }: { call: AnyCall; tenantId: string }): CallThread {
    const isQueued = busyKey !== undefined;
    if (isQueued) this.#queue.refuseWhenLong(tenantId, busyKey);
    let member: Member | undefined;
    let leave = () => {};
    let startedMs = 0;
    const start = (send: (to: Member) => void) => {
      const taken = this.#leastBusy("reader", isQueued);
      member = taken;
      startedMs = performance.now();
      if (isQueued) taken.queuedCalls++;
      this.#noteCalls(taken, 1);
      send(taken);
    };
    return {
      isWaiting: () => member === undefined,
      send: (message, transfer) => {
        const begin = () => start(({ thread }) => thread.send(message, transfer));
        if (!isQueued) return begin();
        leave = this.#queue.add(name, tenantId, begin);
        this.#startWaiting();
      },
      done: () => {
        leave();
        if (!member) return;
        if (isQueued) {
          member.queuedCalls--;
          this.#queue.ended(name, tenantId, performance.now() - startedMs);
        }
        this.#noteCalls(member, -1);
        this.#startWaiting();
      },
    };
  }

  #takeOutside({ tenantId }: { tenantId: string }): CallThread {
    const leave = this.#outside.enter(tenantId);
    const member = this.#leastBusy("outside", false);
    this.#noteCalls(member, 1);
    return {
      send: (message, transfer) => member.thread.send(message, transfer),
      done: () => {
        leave();
        this.#noteCalls(member, -1);
      },
    };
  }

  /** Resolves when every thread has finished or given back its work in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#leave(member)));
  }

  #of(role: ThreadRole): Member[] {
    return this.#members.filter((each) => each.role === role && !each.leaving);
  }

  /** Starts what waits, as far as readers have slots for it. */
  #startWaiting(): void {
    while (this.#queue.canStart && hasSlot(this.#leastBusy("reader", true), this.#options.callsAtOnce)) {
      this.#queue.startNext();
    }
  }

  #noteCalls(member: Member, count: 1 | -1): void {
    member.calls += count;
    this.#noteUse(member);
  }

  /** The thread that gets the next call. Starts one more when this one has something to do. */
  #leastBusy(role: ThreadRole, isQueued: boolean): Member {
    const readers = this.#of(role);
    const ready = readers.filter(({ isReady }) => isReady);
    const [first = this.#grow(role), ...others] = ready.length > 0 ? ready : readers;
    const isLess = (one: Member, other: Member) =>
      isQueued && one.queuedCalls !== other.queuedCalls ? one.queuedCalls < other.queuedCalls : one.calls < other.calls;
    const best = others.reduce((least, each) => (isLess(each, least) ? each : least), first);
    // This call does not wait for the new thread: a start takes longer than most answers.
    if (best.calls > 0 && readers.length < this.#options.threads) this.#grow(role);
    return best;
  }

  #grow(role: ThreadRole): Member {
    const taken = new Set(this.#members.map(({ index }) => index));
    let index = 0;
    while (taken.has(index)) index++;
    const thread = this.#options.spawn(index, role, (report) => this.#hear(member, report));
    const member: Member = {
      index,
      role,
      thread,
      isReady: false,
      calls: 0,
      queuedCalls: 0,
      jobs: { bulk: 0, short: 0, outside: 0, quick: 0, asked: 0 },
    };
    this.#members.push(member);
    return member;
  }

  #leave(member: Member): Promise<void> {
    if (!member.leaving) {
      clearTimeout(member.timer);
      member.leaving = Promise.withResolvers<void>();
      member.thread.send("stop");
    }
    return member.leaving.promise;
  }

  #hear(member: Member, report: ThreadReport): void {
    if (report === "stopped") this.#end(member);
    else if (typeof report === "object" && "wanted" in report) this.#help(member, report.wanted);
    else {
      if (report === "ready") member.isReady = true;
      else member.jobs = report;
      this.#noteUse(member);
      this.#startWaiting();
    }
  }

  #end(member: Member): void {
    this.#members.splice(this.#members.indexOf(member), 1);
    member.thread.end();
    member.leaving?.resolve();
  }

  /** A job waits: a thread with a hand for long ones takes it by itself, else there must be another one. */
  #help(caller: Member, role: "on-demand" | "outside"): void {
    const workers = this.#of(role);
    const queue = role === "outside" ? "outside" : "bulk";
    const isTaken = workers.some((worker) => worker !== caller && worker.jobs[queue] < HANDS[role][queue]);
    if (!isTaken && workers.length < this.#options.threads) this.#grow(role);
  }

  /** Starts the clock of an idle thread, and stops that of any other. */
  #noteUse(member: Member): void {
    clearTimeout(member.timer);
    const { role, calls, jobs } = member;
    if (
      role === "background" ||
      member.leaving ||
      calls + jobs.bulk + jobs.short + jobs.outside + jobs.quick + jobs.asked > 0
    )
      return;
    const idles = role === "reader" && this.#of("reader").length === 1 ? LAST_READER_IDLES : 1;
    member.timer = setTimeout(() => void this.#leave(member), (this.#options.idleMs ?? IDLE_MS) * idles);
  }
}

const hasSlot = ({ queuedCalls }: Member, callsAtOnce = 1): boolean => queuedCalls < callsAtOnce;

import type { AskMessage, AskThread } from "./ask-line.ts";

/** What a worker thread tells the pool. */
export type ThreadReport =
  /** It answers asks. */
  | "ready"
  /** A job waits that it has no free hand for. */
  | "wanted"
  /** How many jobs it has in hand; only helpers tell. */
  | { bulk: number; quick: number }
  /** It has ended what it had in hand. */
  | "stopped";

/** A thread as the pool sees it. */
export interface PooledThread {
  send(message: AskMessage | "stop", transfer?: MessagePort[]): void;
  /** Frees all it held. Only after `"stopped"`. */
  end(): void;
}

interface Member {
  index: number;
  thread: PooledThread;
  isReady: boolean;
  asks: number;
  jobs: { bulk: number; quick: number };
  /** Ends it when nothing came for a while. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when it has stopped; set once it was told to. */
  leaving?: PromiseWithResolvers<void>;
}

interface PoolOptions {
  /** Most helpers, and most threads started because of asks. */
  threads: number;
  /** How long a helper waits for more work before it ends and gives its memory back. */
  idleMs?: number;
  /** Starts a thread; `index` is 0 for the attendant. */
  spawn(index: number, hear: (report: ThreadReport) => void): PooledThread;
}

// Longer than the pauses of a program's work; a helper is started in a tenth of a second, and nobody waits for it but a job.
const IDLE_MS = 10_000;

/**
 * Keeps as many worker threads as there is work for. One, the attendant, stays: it runs short jobs, follows changes and
 * answers asks. Helpers run long jobs, and asks beside it: each is started when work waits and ended when none came for
 * a while, because an idle thread holds tens of megabytes.
 */
export class ThreadPool {
  readonly #members: Member[] = [];
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the attendant, unless an ask already has. */
  start(): void {
    if (this.#members.length === 0) this.#grow();
  }

  /**
   * The thread for one more ask: of those that run, the one with the least to do. A `stream` keeps its thread busy for long,
   * and rather a helper that has nothing to do than the attendant, whose short asks would wait for each of its chunks.
   */
  take({ stream = false }: { stream?: boolean } = {}): AskThread {
    const staying = this.#staying();
    const ready = staying.filter(({ isReady }) => isReady);
    const [first = this.#grow(), ...others] = ready.length > 0 ? ready : staying;
    const isBetter = (each: Member, than: Member) =>
      loadOf(each) < loadOf(than) || (stream && than.index === 0 && loadOf(each) === loadOf(than));
    const member = others.reduce((best, each) => (isBetter(each, best) ? each : best), first);
    // This ask does not wait for the new thread: a start takes longer than most answers.
    if (loadOf(member) > 0 && staying.length < this.#options.threads) this.#grow();
    member.asks++;
    this.#noteUse(member);
    return {
      send: (message, transfer) => member.thread.send(message, transfer),
      done: () => {
        member.asks--;
        this.#noteUse(member);
      },
    };
  }

  /** Resolves when every thread has finished or given back what it had in hand. */
  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#leave(member)));
  }

  #staying(): Member[] {
    return this.#members.filter(({ leaving }) => !leaving);
  }

  #grow(): Member {
    const taken = new Set(this.#members.map(({ index }) => index));
    let index = 0;
    while (taken.has(index)) index++;
    const thread = this.#options.spawn(index, (report) => this.#hear(member, report));
    const member: Member = { index, thread, isReady: false, asks: 0, jobs: { bulk: 0, quick: 0 } };
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
    if (report === "wanted") this.#help(member);
    else if (report === "stopped") this.#end(member);
    else {
      if (report === "ready") member.isReady = true;
      else member.jobs = report;
      this.#noteUse(member);
    }
  }

  #end(member: Member): void {
    this.#members.splice(this.#members.indexOf(member), 1);
    member.thread.end();
    member.leaving?.resolve();
  }

  /** A job waits: a helper without a long one takes it by itself, else there must be another helper. */
  #help(caller: Member): void {
    const helpers = this.#staying().filter(({ index }) => index > 0);
    const isTaken = helpers.some((helper) => helper !== caller && helper.jobs.bulk === 0);
    if (!isTaken && helpers.length < this.#options.threads) this.#grow();
  }

  /** Starts the clock of a helper that has nothing in hand, and stops that of any other. */
  #noteUse(member: Member): void {
    clearTimeout(member.timer);
    if (member.index === 0 || member.leaving || loadOf(member) + member.jobs.quick > 0) return;
    member.timer = setTimeout(() => void this.#leave(member), this.#options.idleMs ?? IDLE_MS);
  }
}

const loadOf = ({ asks, jobs }: Member) => asks + jobs.bulk;

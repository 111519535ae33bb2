import type { StoredCounter } from "../../../../db/rate-limits/counters.ts";
import type { CountedNews } from "../../../../db/rate-limits/news.ts";
import { TIERS, type Tier, type TierLimit } from "../../../config/tiers.ts";
import type { Principal } from "../credentials/principal.ts";
import { isTighter, type RateLimitState, rateLimitState } from "./rate-limit-state.ts";
import { SlidingLog, type SlidingWindow } from "./sliding-window.ts";
import { TierCallers } from "./tier-callers.ts";
import { type Counted, UnreportedCounts } from "./unreported-counts.ts";

// What a key's own limit does not replace: they protect from cost.
const COST_TIERS: ReadonlySet<Tier> = new Set(["AI_SINGLE", "AI_BATCH"]);
// A network that fails for more accounts than this tries passwords on many: an office that shares an address does not.
const ACCOUNTS_OF_NETWORK = 4;
// What a restart must not forget: guesses, and calls that cost money.
const STORED = /^(?:AUTH_|AI_BATCH)/;

/** The limits in force: `overrides` replace those of the tiers. */
export interface RateLimits {
  rateLimits: Record<string, TierLimit>;
  rateLimitDisabled: boolean;
}

/** Counts requests: one counter for each tier and caller, in the memory of the process. Some can be stored elsewhere. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #now: () => number;
  readonly #steadyNow: () => number;
  readonly #tiers = new Map<string, TierCallers>();
  /** Changed counters that are to be stored, by their names. */
  readonly #changed = new Map<string, Counted>();
  readonly #unreported = new UnreportedCounts();

  /**
   * `kept` are the counters that an earlier limiter stored. Windows are counted by `steadyNow`, which does not go back when
   * the machine's clock is set back; `now` is Unix milliseconds, for what is shown and stored.
   */
  constructor(
    limits: RateLimits,
    now: () => number,
    stored: Pick<StoredCounter, "counter" | "caller" | "timesMs">[] = [],
    steadyNow: () => number = now,
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#steadyNow = steadyNow;
    const aheadMs = steadyNow() - now();
    for (const { counter, caller, timesMs } of stored) {
      // Times that lie ahead were stored before the clock was set back: counted, they would block the caller for as long.
      const past = timesMs.filter((atMs) => atMs <= now());
      if (past.length > 0)
        this.#callers(counter).restore(
          caller,
          past.map((atMs) => atMs + aheadMs),
        );
    }
  }

  /** Counts a request of someone known by `caller`, such as an address. */
  takeAnonymous(tier: Tier, caller: string): RateLimitState | undefined {
    return this.#take([[tier, caller, this.#limitOf(tier)]]);
  }

  /**
   * Counts a request of a key or a user. A key's own limit replaces those of the tiers. An `operation` is counted
   * separately from the others of its tier.
   */
  take(tier: Tier, principal: Principal, operation?: string): RateLimitState | undefined {
    const { rateLimitPerMinute } = principal;
    const ofTier = this.#countedOf(tier, principal, operation);
    if (rateLimitPerMinute === null) return this.#take([ofTier]);
    const own: Counted = ["own", ofTier[1], { limit: rateLimitPerMinute, windowSeconds: 60 }];
    return this.#take(COST_TIERS.has(tier) ? [own, ofTier] : [own]);
  }

  /**
   * Counts a request for the network it comes from, for any account it names: `takeAnonymous` counts the two together, so
   * that many people behind one address do not share its places.
   */
  takeNetwork(tier: Tier, network: string): RateLimitState | undefined {
    return this.#take([this.#ofNetwork(tier, network)]);
  }

  /** How a caller stands who may fail at most so often, by each of the counters; counts nothing. */
  failuresOf(counted: Counted[]): RateLimitState | undefined {
    return this.#take(counted, { isCounted: false });
  }

  /** Counts a failure where there is room for it. */
  countFailure(counted: Counted[]): void {
    for (const each of counted) this.#take([each]);
  }

  /** Takes a request out of the tier's count again: it was refused for another reason, and cost nothing. */
  giveBack(tier: Tier, principal: Principal, operation?: string): void {
    this.#giveBack(this.#countedOf(tier, principal, operation));
  }

  giveBackAnonymous(tier: Tier, caller: string): void {
    this.#giveBack([tier, caller, this.#limitOf(tier)]);
  }

  giveBackNetwork(tier: Tier, network: string): void {
    this.#giveBack(this.#ofNetwork(tier, network));
  }

  /** At most `limit` counters to be stored that have changed since the last call. */
  takeChanges(limit: number): StoredCounter[] {
    const changes = [...this.#changed].slice(0, limit);
    const behindMs = this.#now() - this.#steadyNow();
    return changes.flatMap(([name, [counter, caller, { windowSeconds }]]) => {
      this.#changed.delete(name);
      const window = this.#callers(counter).known(caller);
      if (!(window instanceof SlidingLog)) return [];
      const timesMs = window.timesMs.map((atMs) => atMs + behindMs);
      return { counter, caller, timesMs, expiresAtMs: window.lastMs + behindMs + windowSeconds * 1000 };
    });
  }

  /** From now on notes what it counts for other processes. */
  beginNews(): void {
    this.#unreported.begin();
  }

  /** At most `limit` of what was counted here since the last call, for other processes. Nothing before `beginNews`. */
  takeNews(limit: number): CountedNews[] {
    return this.#unreported.take(limit, this.#now() - this.#steadyNow());
  }

  /** Counts what other processes have counted. */
  hear(news: readonly CountedNews[]): void {
    const [nowMs, aheadMs] = [this.#steadyNow(), this.#steadyNow() - this.#now()];
    for (const { counter, caller, limit, windowSeconds, timesMs, givenBack } of news) {
      const window = this.#window(counter, caller, { limit, windowSeconds }, nowMs);
      for (const atMs of timesMs) window.add(Math.min(nowMs, atMs + aheadMs));
      for (let left = givenBack; left > 0; left--) window.removeNewest();
    }
  }

  /** How many callers it remembers. */
  get size(): number {
    let size = 0;
    for (const callers of this.#tiers.values()) size += callers.size;
    return size;
  }

  #limitOf = (tier: Tier): TierLimit => this.#limits.rateLimits[tier] ?? TIERS[tier];

  /** All counters must have room; then all count. The tightest limit is reported. */
  #take(counted: Counted[], { isCounted = true } = {}): RateLimitState | undefined {
    if (this.#limits.rateLimitDisabled) return undefined;
    const nowMs = this.#steadyNow();
    const behindMs = this.#now() - nowMs;
    const windows = counted.map(([counter, caller, limit]) => ({
      limit,
      window: this.#window(counter, caller, limit, nowMs),
    }));
    const waits = windows.map(({ limit, window }) => window.waitMs(limit.limit, limit.windowSeconds * 1000, nowMs));
    const refused = waits.some((waitMs) => waitMs > 0);
    if (isCounted && !refused) {
      for (const { window } of windows) window.add(nowMs);
      for (const each of counted) {
        this.#noteChange(each);
        this.#unreported.note(each, nowMs);
      }
    }
    const states = windows.map(({ limit, window }, index) =>
      rateLimitState(limit, window, waits[index] ?? 0, behindMs),
    );
    return states.reduce((tightest, each) => (isTighter(each, tightest) ? each : tightest));
  }

  #countedOf(tier: Tier, { kind, subjectId }: Principal, operation: string | undefined): Counted {
    return [operation === undefined ? tier : `${tier} ${operation}`, `${kind}:${subjectId}`, this.#limitOf(tier)];
  }

  #ofNetwork(tier: Tier, network: string): Counted {
    const { limit, windowSeconds } = this.#limitOf(tier);
    return [`${tier} network`, network, { limit: limit * ACCOUNTS_OF_NETWORK, windowSeconds }];
  }

  #giveBack(counted: Counted): void {
    const [counter, caller] = counted;
    this.#callers(counter).known(caller)?.removeNewest();
    this.#noteChange(counted);
    this.#unreported.giveBack(counted);
  }

  #noteChange(counted: Counted): void {
    const [counter, caller] = counted;
    if (STORED.test(counter)) this.#changed.set(`${counter} ${caller}`, counted);
  }

  #window(counter: string, caller: string, limit: TierLimit, nowMs: number): SlidingWindow {
    return this.#callers(counter).window(caller, limit, nowMs);
  }

  #callers(counter: string): TierCallers {
    let callers = this.#tiers.get(counter);
    if (!callers) {
      callers = new TierCallers();
      this.#tiers.set(counter, callers);
    }
    return callers;
  }
}

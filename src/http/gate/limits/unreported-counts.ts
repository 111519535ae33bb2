import type { CountedNews } from "../../../../db/rate-limits/news.ts";
import type { TierLimit } from "../../../config/tiers.ts";

/** The counter is a tier, one operation of a tier, or a key's own. */
export type Counted = [counter: string, caller: string, limit: TierLimit];

/** What was counted here and was not reported to the other processes yet. Notes nothing before it is begun. */
export class UnreportedCounts {
  #news: Map<string, CountedNews> | undefined;

  begin(): void {
    this.#news ??= new Map();
  }

  note(counted: Counted, atMs: number): void {
    this.#newsOf(counted)?.timesMs.push(atMs);
  }

  giveBack(counted: Counted): void {
    const news = this.#newsOf(counted);
    if (news && news.timesMs.pop() === undefined) news.givenBack++;
  }

  /** At most `limit` counters, which are reported with that. `behindMs`: from the times that were noted to Unix milliseconds. */
  take(limit: number, behindMs: number): CountedNews[] {
    const taken = [...(this.#news ?? [])].slice(0, limit);
    for (const [name] of taken) this.#news?.delete(name);
    return taken.map(([, each]) => ({ ...each, timesMs: each.timesMs.map((atMs) => atMs + behindMs) }));
  }

  #newsOf([counter, caller, { limit, windowSeconds }]: Counted): CountedNews | undefined {
    // With each request: where no one asks for it, it costs nothing.
    if (!this.#news) return undefined;
    const name = `${counter} ${caller}`;
    const known = this.#news.get(name);
    if (known) return known;
    const made: CountedNews = { counter, caller, limit, windowSeconds, timesMs: [], givenBack: 0 };
    this.#news.set(name, made);
    return made;
  }
}

import type { CountedNews } from "../../../db/rate-limits/news.ts";
import type { Counted } from "./rate-limit.ts";

/** What was counted here and the other processes were not told yet. Notes nothing before it was asked for the first time. */
export class UntoldCounts {
  #news: Map<string, CountedNews> | undefined;

  note(counted: Counted, atMs: number): void {
    this.#newsOf(counted)?.timesMs.push(atMs);
  }

  giveBack(counted: Counted): void {
    const news = this.#newsOf(counted);
    if (news && news.timesMs.pop() === undefined) news.givenBack++;
  }

  /** At most `limit` counters, which are told with that. `behindMs`: from the times that were noted to Unix milliseconds. */
  take(limit: number, behindMs: number): CountedNews[] {
    this.#news ??= new Map();
    const taken = [...this.#news].slice(0, limit);
    for (const [name] of taken) this.#news.delete(name);
    return taken.map(([, each]) => ({ ...each, timesMs: each.timesMs.map((atMs) => atMs + behindMs) }));
  }

  #newsOf([counter, caller, { limit, windowSeconds }]: Counted): CountedNews | undefined {
    const name = `${counter} ${caller}`;
    const known = this.#news?.get(name);
    if (known || !this.#news) return known;
    const made: CountedNews = { counter, caller, limit, windowSeconds, timesMs: [], givenBack: 0 };
    this.#news.set(name, made);
    return made;
  }
}

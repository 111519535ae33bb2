import type { KnownPrice, LatestPrice, Observation } from "../../../../db/price-monitor/observe.ts";

/** A price's move is counted over this time. */
export const MOVE_MS = 7 * 86_400_000;

/** The move between two prices in hundredths of a percent, without a sign. */
const moveOf = (from: number, to: number): number => Math.round((Math.abs(to - from) * 10_000) / from);

/** The latest prices of competitors while observations come in, one after the other. */
export class LatestPrices {
  readonly #known = new Map<string, KnownPrice>();
  readonly #changed = new Map<string, LatestPrice>();

  constructor(known: readonly KnownPrice[]) {
    for (const price of known) this.#known.set(`${price.productId} ${price.competitorId}`, price);
  }

  find(productId: string, competitorId: string): KnownPrice | undefined {
    return this.#known.get(`${productId} ${competitorId}`);
  }

  /** Takes in what was seen at one time; older than what is known it changes nothing. Returns what was known before. */
  add(seen: Observation, atMs: number): KnownPrice | undefined {
    const key = `${seen.productId} ${seen.competitorId}`;
    const before = this.#known.get(key);
    if (before && before.observedAtMs > atMs) return before;
    const isRecent = before !== undefined && before.baseAtMs >= atMs - MOVE_MS;
    const baseCents = isRecent ? before.baseCents : (before?.priceCents ?? seen.priceCents);
    const base = { baseCents, baseAtMs: isRecent ? before.baseAtMs : atMs };
    this.#changed.set(key, { ...seen, ...base, move: moveOf(baseCents, seen.priceCents) });
    this.#known.set(key, { ...seen, ...base, observedAtMs: atMs });
    return before;
  }

  /** Those that are to be stored. */
  get changed(): LatestPrice[] {
    return [...this.#changed.values()];
  }
}

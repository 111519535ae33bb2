import type { RecentObservation } from "../../../../db/price-monitor/observe.ts";

/** The same offer of the same competitor seen again within this time is one. Source: S39.3. */
export const SAME_MS = 60_000;

type Offer = Pick<RecentObservation, "productId" | "competitorId" | "priceCents" | "url">;

const keyOf = ({ productId, competitorId, priceCents, url }: Offer): string =>
  `${productId} ${competitorId} ${priceCents} ${url}`;

/** What was seen within the last minute, in any order. */
export class RecentOffers {
  readonly #isValid = new Map<string, boolean>();

  constructor(recent: readonly RecentObservation[]) {
    for (const each of recent) this.add(each, each.isValid);
  }

  /** Whether the same was valid then, or doubtful; `undefined`: it was not seen. */
  wasValid(offer: Offer): boolean | undefined {
    return this.#isValid.get(keyOf(offer));
  }

  add(offer: Offer, isValid: boolean): void {
    this.#isValid.set(keyOf(offer), isValid);
  }
}

/** Finds where doubtful observations are stored. */
export function rowsOf(stored: readonly RecentObservation[]): (offer: Offer) => number | null {
  const rows = new Map(stored.map((each) => [keyOf(each), each.rowId]));
  return (offer) => rows.get(keyOf(offer)) ?? null;
}

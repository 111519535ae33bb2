import type { Offer } from "../../../db/sourcing/offers.ts";

/** How much each part counts. They add up to 1. */
export const WEIGHTS = { cost: 0.5, stock: 0.3, lead_time: 0.2 } as const;

export type Reason = "lowest_cost" | "highest_stock" | "shortest_lead_time" | "in_stock";

export interface ScoredOffer {
  offer: Offer;
  /** 0 to 100. */
  score: number;
  reasons: Reason[];
}

/** Who can be recommended: active, and with a price. */
const isCandidate = ({ isActive, costPriceCents }: Offer): boolean => isActive && costPriceCents !== null;

const present = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

/**
 * Scores the suppliers that a product can be bought from, the best first: the cheapest, the one with most in stock and the
 * quickest each get the whole of their part, the others in proportion. What is unknown gets nothing. Offers in other
 * currencies are compared as they stand. Ties go to the supplier of the lower cost, then by code.
 */
export function scoreOffers(offers: readonly Offer[]): ScoredOffer[] {
  const candidates = offers.filter(isCandidate);
  const lowestCost = Math.min(...present(candidates.map(({ costPriceCents }) => costPriceCents)));
  const mostStock = Math.max(0, ...present(candidates.map(({ stock }) => stock)));
  const shortest = Math.min(...present(candidates.map(({ leadTimeDays }) => leadTimeDays)));
  const scored = candidates.map((offer): ScoredOffer => {
    const cost = offer.costPriceCents ?? 0;
    const stock = offer.stock ?? 0;
    const parts = {
      cost: cost === 0 ? 1 : lowestCost / cost,
      stock: mostStock === 0 ? 0 : stock / mostStock,
      // A day more or less counts less the longer it takes anyhow.
      lead_time: offer.leadTimeDays === null ? 0 : (shortest + 1) / (offer.leadTimeDays + 1),
    };
    const score = parts.cost * WEIGHTS.cost + parts.stock * WEIGHTS.stock + parts.lead_time * WEIGHTS.lead_time;
    const reasons: [Reason, boolean][] = [
      ["lowest_cost", cost === lowestCost],
      ["highest_stock", stock > 0 && stock === mostStock],
      ["shortest_lead_time", offer.leadTimeDays === shortest],
      ["in_stock", stock > 0],
    ];
    return {
      offer,
      score: Math.round(score * 100),
      reasons: reasons.filter(([, holds]) => holds).map(([reason]) => reason),
    };
  });
  return scored.sort(
    (a, b) =>
      b.score - a.score ||
      (a.offer.costPriceCents ?? 0) - (b.offer.costPriceCents ?? 0) ||
      (a.offer.code < b.offer.code ? -1 : 1),
  );
}

import type { Turn } from "../../../../db/repricing/changes.ts";
import type { FactsRow } from "../../../../db/repricing/facts.ts";
import type { DailyOffer, MovedProduct } from "../../../../db/repricing/replays.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { Facts } from "../rules/conditions.ts";
import type { Decision, SkipReason } from "../rules/decide.ts";
import { SEEN_MS } from "../rules/evaluate.ts";
import { isSwinging, TURNS } from "../rules/swinging.ts";

/** A day of a replay: what rules decided by the rates of that day. */
export interface ReplayStep {
  atMs: number;
  decide: (facts: Facts) => Decision;
}

/** What became of prices on a day of a replay, or of all of them. */
export interface Moves {
  changes: number;
  raised: number;
  lowered: number;
}

/** What a replay has found, product after product. */
export interface Tally {
  /** In the order of the steps. */
  days: Moves[];
  /** How often a price was left as it was, by reason. */
  skips: Partial<Record<SkipReason, number>>;
  moved: Omit<MovedProduct, "place">[];
}

export const newTally = (steps: number): Tally => ({
  days: Array.from({ length: steps }, () => ({ changes: 0, raised: 0, lowered: 0 })),
  skips: {},
  moved: [],
});

/** A price of a product on its way through the days. */
interface Course {
  startCents: number | null;
  endCents: number;
  lowestCents: number;
  highestCents: number;
  changes: number;
  currency: string;
  ruleId: string;
  lastMs: number;
  turns: Turn[];
}

type Move = Exclude<Decision, { skip: SkipReason }>;

/** Why a move is held back, by what the replay itself has changed before. */
function heldBack({ rule, beforeCents, afterCents }: Move, course: Course | undefined, atMs: number) {
  if (!course) return undefined;
  if (course.lastMs + (rule.cooldownMs ?? 0) > atMs) return "cooling_down" as const;
  return isSwinging(course.turns, beforeCents, afterCents) ? ("swinging" as const) : undefined;
}

/** A price after one more change. */
function moved(course: Course | undefined, { rule, beforeCents, afterCents }: Move, atMs: number): Course {
  const turn: Turn = [beforeCents, afterCents, rule.id];
  return {
    startCents: course ? course.startCents : beforeCents,
    endCents: afterCents,
    lowestCents: Math.min(course?.lowestCents ?? afterCents, afterCents),
    highestCents: Math.max(course?.highestCents ?? afterCents, afterCents),
    changes: (course?.changes ?? 0) + 1,
    currency: rule.currency ?? BASE_CURRENCY,
    ruleId: rule.id,
    lastMs: atMs,
    turns: [turn, ...(course?.turns ?? [])].slice(0, TURNS),
  };
}

function note({ days, skips }: Tally, step: number, decision: Decision, held: SkipReason | undefined): void {
  const reason = "skip" in decision ? decision.skip : held;
  const day = days[step];
  if (reason !== undefined) skips[reason] = (skips[reason] ?? 0) + 1;
  if (reason !== undefined || "skip" in decision || !day) return;
  day.changes += 1;
  if (decision.beforeCents !== null && decision.afterCents > decision.beforeCents) day.raised += 1;
  if (decision.beforeCents !== null && decision.afterCents < decision.beforeCents) day.lowered += 1;
}

/** What competitors ask at each moment: the last that was seen of each by then, unless that is too long ago. */
function seenBy(offers: readonly DailyOffer[]): (atMs: number) => DailyOffer[] {
  const latest = new Map<string, DailyOffer>();
  let next = 0;
  return (atMs) => {
    for (let offer = offers[next]; offer && offer.observedAtMs <= atMs; offer = offers[++next]) {
      latest.set(offer.competitorId, offer);
    }
    return [...latest.values()].filter(({ observedAtMs }) => observedAtMs >= atMs - SEEN_MS);
  };
}

/** What is known of a product when its replay begins. */
interface Start {
  /** The last of each competitor on each day, oldest first. */
  offers: readonly DailyOffer[];
  /** Its own price. */
  startCents: number | null;
}

/**
 * Leads one product through the days of a replay: its prices are what the rules made of them, competitors' are those seen by
 * then. Adds to the tally.
 */
export function replayProduct(
  product: FactsRow,
  steps: readonly ReplayStep[],
  { offers, startCents }: Start,
  tally: Tally,
): void {
  const courses = new Map<string | null, Course>();
  const seenAt = seenBy(offers);
  const prices = { ...product, priceCents: startCents, listCents: { ...product.listCents } };
  for (const [step, { atMs, decide }] of steps.entries()) {
    const decision = decide({ ...prices, seen: seenAt(atMs) });
    const held = "skip" in decision ? undefined : heldBack(decision, courses.get(decision.rule.priceListId), atMs);
    note(tally, step, decision, held);
    if ("skip" in decision || held) continue;
    const { priceListId } = decision.rule;
    courses.set(priceListId, moved(courses.get(priceListId), decision, atMs));
    if (priceListId === null) prices.priceCents = decision.afterCents;
    else prices.listCents[priceListId] = decision.afterCents;
  }
  for (const [priceListId, { lastMs: _, turns: __, ...course }] of courses) {
    tally.moved.push({ productId: product.id, priceListId, ...course });
  }
}

import { type Facts, type Test, testOf } from "./conditions.ts";
import { priceWithMargin, type Rounding, roundedWithin, scaled } from "./money-math.ts";

export const ACTION_TYPES = [
  "match_lowest",
  "undercut_amount",
  "undercut_percent",
  "set_margin_percent",
  "change_percent",
  "set_price",
] as const;

/** What a rule does; amounts in euros, shares in percent. */
export interface Action {
  type: (typeof ACTION_TYPES)[number];
  value?: number | null | undefined;
}

export interface Bounds {
  min_price?: number | null | undefined;
  max_price?: number | null | undefined;
  min_margin_percent?: number | null | undefined;
  max_change_percent?: number | null | undefined;
  rounding?: Rounding | undefined;
}

/** A rule as the engine takes it. */
export interface Rule {
  id: string;
  name: string;
  version: number;
  conditions: readonly Readonly<Record<string, unknown>>[];
  action: Action | null;
  bounds: Bounds | null;
  /** `null`: the product's own price. */
  priceListId: string | null;
}

/** Why a product is left as it is. */
export type SkipReason =
  | "no_rule_matches"
  | "rule_without_action"
  | "no_competitor_price"
  | "no_cost_price"
  | "no_price"
  | "price_not_positive"
  | "bounds_conflict"
  | "unchanged"
  | "price_changed_since"
  | "below_floor";

export type Decision =
  | { rule: Rule | null; skip: SkipReason }
  | { rule: Rule; beforeCents: number | null; afterCents: number; reason: string };

export const DEFAULT_CHANGE_PERCENT = 30;
const hundredthsOf = (value: number | null | undefined) => Math.round((value ?? 0) * 100);
const WHOLE = 10_000;

/** What the action makes of a product, before bounds; text: why it cannot. */
function wanted({ type, value }: Action, facts: Facts, current: number | null): number | SkipReason {
  const { lowestCents, costCents } = facts;
  const hundredths = hundredthsOf(value);
  if (type === "set_price") return hundredths;
  if (type === "change_percent") return current === null ? "no_price" : scaled(current, WHOLE + hundredths, WHOLE);
  if (type === "set_margin_percent")
    return costCents === null ? "no_cost_price" : priceWithMargin(costCents, hundredths);
  if (lowestCents === null) return "no_competitor_price";
  if (type === "match_lowest") return lowestCents;
  return type === "undercut_amount" ? lowestCents - hundredths : scaled(lowestCents, WHOLE - hundredths, WHOLE);
}

/** What a price must never be below, whatever the rule says: the minimum advertised price and the cost. */
export const floorOf = ({ mapCents, costCents }: Pick<Facts, "mapCents" | "costCents">): number =>
  Math.max(mapCents ?? 0, costCents ?? 0);

/** Between what a price must stay; the hard floor wins over how far it may move. */
function limits(bounds: Bounds, facts: Facts, current: number | null): { lower: number; upper: number } | undefined {
  const floor = floorOf(facts);
  const change = hundredthsOf(bounds.max_change_percent ?? DEFAULT_CHANGE_PERCENT);
  const margin =
    bounds.min_margin_percent == null || facts.costCents === null
      ? 0
      : priceWithMargin(facts.costCents, hundredthsOf(bounds.min_margin_percent));
  const lowest = current === null ? 0 : Math.ceil(current - scaled(current, change, WHOLE));
  const highest = current === null ? Number.MAX_SAFE_INTEGER : current + Math.floor((current * change) / WHOLE);
  const maximum = bounds.max_price == null ? Number.MAX_SAFE_INTEGER : hundredthsOf(bounds.max_price);
  const lower = Math.max(floor, hundredthsOf(bounds.min_price), margin);
  if (lower > maximum || lowest > maximum) return undefined;
  return { lower: Math.max(lower, lowest), upper: Math.max(lower, Math.min(highest, maximum)) };
}

/** What one rule makes of a product. */
function applied(rule: Rule, facts: Facts): Decision {
  const { action, priceListId } = rule;
  const skip = (reason: SkipReason): Decision => ({ rule, skip: reason });
  if (!action) return skip("rule_without_action");
  const current = priceListId === null ? facts.priceCents : (facts.listCents[priceListId] ?? null);
  const target = wanted(action, facts, current);
  if (typeof target === "string") return skip(target);
  const between = limits(rule.bounds ?? {}, facts, current);
  if (!between || between.lower > between.upper) return skip("bounds_conflict");
  if (target <= 0 && between.lower <= 0) return skip("price_not_positive");
  const clamped = Math.min(Math.max(target, between.lower), between.upper);
  const afterCents = roundedWithin(clamped, rule.bounds?.rounding ?? "none", between.lower, between.upper);
  if (afterCents === current) return skip("unchanged");
  return { rule, beforeCents: current, afterCents, reason: reasonOf(action, facts, { target, clamped, afterCents }) };
}

/** Why a price becomes what it does: what the action is, and what has moved its result. */
function reasonOf(
  { type }: Action,
  { mapCents }: Facts,
  { target, clamped, afterCents }: { target: number; clamped: number; afterCents: number },
): string {
  const raised = mapCents !== null && clamped === mapCents ? "map" : "lower_bound";
  return [
    type,
    ...(clamped > target ? [raised] : []),
    ...(clamped < target ? ["upper_bound"] : []),
    ...(afterCents === clamped ? [] : ["rounded"]),
  ].join(", ");
}

/** Makes of rules, in the order in which they count, what decides about products: the first that matches wins. */
export function engineOf(rules: readonly Rule[]): (facts: Facts) => Decision {
  const never: Test = () => false;
  const prepared = rules.map((rule) => ({ rule, tests: rule.conditions.map((each) => testOf(each) ?? never) }));
  return (facts) => {
    const first = prepared.find(({ tests }) => tests.every((test) => test(facts)));
    return first ? applied(first.rule, facts) : { rule: null, skip: "no_rule_matches" };
  };
}

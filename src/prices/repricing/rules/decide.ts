import { exchangeInto } from "../../pricing/applying/price-in-currency.ts";
import { leastOf, storedAmount, unitsOf } from "../../pricing/currency-decimals.ts";
import { type TaxModel, type TaxTerms, taxWithin, termsOfPrice } from "../../tax/tax-model.ts";
import { type Counting, type Facts, type Test, testOf, type View, viewOf } from "./conditions.ts";
import { type Endings, endingIn, roundedWithin } from "./endings.ts";
import { priceWithMargin, scaled, shareDown, unitsDown, unitsUp } from "./money-math.ts";
import { inTargetTerms, type PriceTax, type TargetView } from "./tax-view.ts";

export const ACTION_TYPES = [
  "match_lowest",
  "undercut_amount",
  "undercut_percent",
  "set_margin_percent",
  "change_percent",
  "set_price",
] as const;

/** What a rule does; amounts in the currency of the price that it sets, shares in percent. */
export interface Action {
  type: (typeof ACTION_TYPES)[number];
  value?: number | null | undefined;
}

export interface Bounds extends Endings {
  min_price?: number | null | undefined;
  max_price?: number | null | undefined;
  min_margin_percent?: number | null | undefined;
  max_change_percent?: number | null | undefined;
}

/** A rule as the engine takes it. */
export interface Rule extends Counting {
  id: string;
  name: string;
  /** What of it decides: another text is another rule. */
  fingerprint: string;
  /** How long a price rests that a run has changed; absent: not at all. */
  cooldownMs?: number;
  conditions: readonly Readonly<Record<string, unknown>>[];
  action: Action | null;
  bounds: Bounds | null;
  /** `null`: the product's own price. */
  priceListId: string | null;
  /** ISO 4217, of what it aims at; `undefined`: a deleted list. */
  currency: string | undefined;
  /** Units of that currency for one euro; absent: it aims at euros. `null`: it has no rate. */
  perEuro?: number | null | undefined;
  /** Whether the prices that it aims at contain tax; absent: tax is left out of account. */
  terms?: TaxTerms | undefined;
}

/** Why a product is left as it is. */
export type SkipReason =
  | "no_rule_matches"
  | "rule_without_action"
  | "no_competitor_price"
  | "no_cost_price"
  | "no_tax_rate"
  | "no_price"
  | "price_not_positive"
  | "bounds_conflict"
  | "beyond_max_change"
  | "below_quantity_price"
  | "other_currency"
  | "price_list_deleted"
  | "swinging"
  | "cooling_down"
  | "rule_changed"
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
function wanted(
  { type, value }: Action,
  facts: TargetView,
  { current, currency }: { current: number | null; currency: string },
): number | SkipReason {
  const { lowestCents, netCostCents, taxPercent } = facts;
  const hundredths = hundredthsOf(value);
  const amount = storedAmount(currency, value ?? 0);
  if (type === "set_price") return amount;
  if (type === "change_percent") return current === null ? "no_price" : scaled(current, WHOLE + hundredths, WHOLE);
  if (type === "set_margin_percent")
    return netCostCents === null ? "no_cost_price" : priceWithMargin(netCostCents, hundredths, taxPercent);
  if (lowestCents === null) return "no_competitor_price";
  if (type === "match_lowest") return lowestCents;
  return type === "undercut_amount" ? lowestCents - amount : scaled(lowestCents, WHOLE - hundredths, WHOLE);
}

/** What a price must never be below, under any rule: the minimum advertised price and the cost. */
export const floorOf = ({ mapCents, costCents }: Pick<Facts, "mapCents" | "costCents">): number =>
  Math.max(mapCents ?? 0, costCents ?? 0);

/** Between what a price must stay, in what its currency has. */
interface Limits {
  lower: number;
  upper: number;
  /** As far up as the rule may move it; only the floor may take it further. */
  highest: number;
}

const roundedTo = (least: number, cents: number) => Math.round(cents / least) * least;
const upTo = (least: number, cents: number) => Math.ceil(cents / least) * least;
const downTo = (least: number, cents: number) => Math.floor(cents / least) * least;

/** As far as a price may move, in cents that are never beyond. */
function reachOf(bounds: Bounds, current: number | null): { lowest: number; highest: number } {
  if (current === null) return { lowest: 0, highest: Number.MAX_SAFE_INTEGER };
  const change = unitsDown(bounds.max_change_percent ?? DEFAULT_CHANGE_PERCENT);
  return {
    lowest: current - shareDown(current, Math.min(change, WHOLE), WHOLE),
    highest: current + shareDown(current, change, WHOLE),
  };
}

/**
 * Between what a price must stay. The floor, of MAP and cost, wins over how far it may move; the rule's own least price and
 * margin do not. A text says why there is no such price.
 */
function limits(
  bounds: Bounds,
  facts: TargetView,
  { current, currency }: { current: number | null; currency: string },
): Limits | SkipReason {
  const [unit, units] = [leastOf(currency), unitsOf(currency)];
  const { min_margin_percent: share, max_price: most } = bounds;
  if (share != null && facts.netCostCents === null) return "no_cost_price";
  const margin = share == null ? 0 : priceWithMargin(facts.netCostCents ?? 0, unitsUp(share), facts.taxPercent);
  const floor = upTo(unit, floorOf(facts));
  const least = upTo(unit, Math.max(unitsUp(bounds.min_price ?? 0, units), margin));
  const maximum = downTo(unit, most == null ? Number.MAX_SAFE_INTEGER : unitsDown(most, units));
  if (Math.max(floor, least) > maximum) return "bounds_conflict";
  const reach = reachOf(bounds, current);
  const [lowest, highest] = [upTo(unit, reach.lowest), downTo(unit, reach.highest)];
  if (least > Math.max(highest, floor) || maximum < lowest) return "beyond_max_change";
  return { lower: Math.max(floor, least, lowest), upper: Math.max(floor, Math.min(highest, maximum)), highest };
}

/** What a rule aims at, or why it cannot decide about it: a list that is deleted, or a currency without a rate. */
function targetOf({ currency, perEuro }: Rule): { currency: string } | SkipReason {
  if (currency === undefined) return "price_list_deleted";
  return perEuro === null ? "other_currency" : { currency };
}

/** What a rule finds of a price before it: `null` for none. */
const currentOf = ({ priceListId }: Rule, { priceCents, listCents }: Facts): number | null =>
  priceListId === null ? priceCents : (listCents[priceListId] ?? null);

/** Whether a list's price for one piece would fall below that for more of them. */
function isBelowTier({ priceListId }: Rule, { tierCents }: Facts, current: number | null, afterCents: number): boolean {
  const tier = priceListId === null ? undefined : tierCents[priceListId];
  return tier !== undefined && afterCents < tier && (current === null || afterCents < current);
}

/** What one rule makes of a product. */
function applied(rule: Rule, seen: View, tax: PriceTax): Decision {
  const { action } = rule;
  const skip = (reason: SkipReason): Decision => ({ rule, skip: reason });
  if (!action) return skip("rule_without_action");
  const aim = targetOf(rule);
  if (typeof aim === "string") return skip(aim);
  const { currency } = aim;
  const view = inTargetTerms(seen, tax);
  if (!view) return skip("no_tax_rate");
  const current = currentOf(rule, view);
  const target = wanted(action, view, { current, currency });
  if (typeof target === "string") return skip(target);
  const unit = leastOf(currency);
  const between = limits(rule.bounds ?? {}, view, { current, currency });
  if (typeof between === "string") return skip(between);
  const { lower, upper, highest } = between;
  if (target <= 0 && lower <= 0) return skip("price_not_positive");
  const clamped = Math.min(Math.max(roundedTo(unit, target), lower), upper);
  const afterCents = roundedWithin(clamped, endingIn(currency, rule.bounds ?? {}), lower, upper);
  if (afterCents === current) return skip("unchanged");
  if (isBelowTier(rule, view, current, afterCents)) return skip("below_quantity_price");
  const reason = reasonOf(action, view, { target: roundedTo(unit, target), clamped, afterCents, highest, unit });
  return { rule, beforeCents: current, afterCents, reason };
}

interface Moved {
  target: number;
  clamped: number;
  afterCents: number;
  highest: number;
  unit: number;
}

/** Which floor it is that a price stands on. */
const floorName = ({ mapCents }: Facts, { clamped, unit }: Moved) =>
  clamped === upTo(unit, mapCents ?? 0) ? "map" : "cost_floor";

/** Why a price becomes what it does: what the action is, and what has moved its result. */
function reasonOf({ type }: Action, facts: Facts, moved: Moved): string {
  const { target, clamped, afterCents, highest, unit } = moved;
  const raised = clamped === upTo(unit, floorOf(facts)) ? floorName(facts, moved) : "lower_bound";
  const isBeyond = afterCents > highest;
  return [
    type,
    ...(clamped > target || isBeyond ? [raised] : []),
    ...(clamped < target ? ["upper_bound"] : []),
    ...(afterCents === clamped ? [] : ["rounded"]),
    // Only a floor takes a price further than the rule may.
    ...(isBeyond ? ["beyond_max_change"] : []),
  ].join(", ");
}

/** By what amounts in euros become those of the price that a rule aims at. */
const priceTaxOf = ({ terms, currency, perEuro }: Rule, model: TaxModel | null): PriceTax => ({
  model,
  terms,
  exchange: currency === undefined || perEuro == null ? undefined : exchangeInto(currency, perEuro),
});

/** Makes of rules, in the order in which they count, what decides about products: the first that matches wins. */
export function engineOf(rules: readonly Rule[], tax: TaxModel | null = null): (facts: Facts) => Decision {
  const never: Test = () => false;
  const prepared = rules.map((rule) => ({
    rule,
    tests: rule.conditions.map((each) => testOf(each) ?? never),
    tax: priceTaxOf(rule, tax),
    counting: JSON.stringify([rule.includesOutOfStock, rule.competitorIds ?? [], rule.ownShippingCents ?? null]),
  }));
  return (facts) => {
    const ownTax = tax ? taxWithin(tax, facts, termsOfPrice(tax)) : 0;
    const views = new Map<string, View>();
    const viewFor = ({ rule, counting }: (typeof prepared)[number]): View => {
      const view = views.get(counting) ?? viewOf(facts, rule, ownTax);
      views.set(counting, view);
      return view;
    };
    const first = prepared.find((each) => each.tests.every((test) => test(viewFor(each))));
    return first ? applied(first.rule, viewFor(first), first.tax) : { rule: null, skip: "no_rule_matches" };
  };
}

import { findCompetitorStates } from "../../../../db/competitors/competitors.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findListTerms } from "../../../../db/pricing/list-terms.ts";
import type { ProductFilter } from "../../../../db/products/lists/filter.ts";
import { type FactsRow, listFacts } from "../../../../db/repricing/facts.ts";
import type { PlannedChange } from "../../../../db/repricing/runs.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { pagesBehind, type ReadBehind } from "../../../kit/pages-behind.ts";
import { findExchangeRates } from "../../exchange-rates/rates.ts";
import { findTaxModel, termsOfPrice } from "../../tax/tax-model.ts";
import type { Facts } from "./conditions.ts";
import { type Decision, engineOf, type Rule, type SkipReason } from "./decide.ts";
import { holdCooling, holdSwinging } from "./swinging.ts";

/** What is to be repriced, and by which rules; as a request says it, ids in small letters. */
export interface RepricingScope {
  /** `null`: all active ones. */
  ruleIds: string[] | null;
  filter: ProductFilter;
}

type Condition = Rule["conditions"][number];

/** Prices of competitors count for this time. Source: S40.1. */
export const SEEN_MS = 7 * 86_400_000;
const AT_ONCE = 1_000;

/** The lists that rules aim at. */
export const listsOf = (rules: readonly Rule[]): string[] => [
  ...new Set(rules.flatMap(({ priceListId }) => priceListId ?? [])),
];

const COMPETITOR = "competitor_id";
const idsIn = ({ value }: Condition): string[] =>
  [value].flat().flatMap((each) => (typeof each === "string" ? each.toLowerCase() : []));

/** The rules with competitors that were merged named as the whole of which they are part. */
async function withWholes(db: Reader, rules: readonly Rule[]): Promise<Rule[]> {
  const ofCompetitors = ({ field, type }: Condition) => (field ?? type) === COMPETITOR;
  const named = rules.flatMap(({ competitorIds = [], conditions }) => [
    ...competitorIds,
    ...conditions.filter(ofCompetitors).flatMap(idsIn),
  ]);
  if (named.length === 0) return [...rules];
  const states = await findCompetitorStates(db, [...new Set(named)]);
  const whole = (id: string) => states.get(id)?.id ?? id;
  const wholeOf = (value: unknown) => (typeof value === "string" ? whole(value.toLowerCase()) : value);
  const shown = (condition: Condition): Condition => {
    const { value } = condition;
    if (!ofCompetitors(condition)) return condition;
    return { ...condition, value: Array.isArray(value) ? value.map(wholeOf) : wholeOf(value) };
  };
  return rules.map((rule) => ({
    ...rule,
    competitorIds: (rule.competitorIds ?? []).map(whole),
    conditions: rule.conditions.map(shown),
  }));
}

/** What rules decide about products by the tax and exchange rates of a moment. */
export async function engineAt(db: Reader, rules: readonly Rule[], atMs: number): Promise<(facts: Facts) => Decision> {
  const lists = await findListTerms(db, listsOf(rules));
  const tax = await findTaxModel(db, atMs);
  const rates = await findExchangeRates(db, atMs);
  const aimed = (await withWholes(db, rules)).map((rule) => {
    const list = rule.priceListId === null ? undefined : lists.get(rule.priceListId);
    const currency = rule.priceListId === null ? rule.currency : list?.currency;
    const perEuro = currency === undefined || currency === BASE_CURRENCY ? undefined : (rates[currency] ?? null);
    return { ...rule, currency, perEuro, terms: tax ? termsOfPrice(tax, list) : undefined };
  });
  return engineOf(aimed, tax);
}

/** Decides about products part by part, after one that was stored at a place. */
export async function* evaluate(
  db: Reader,
  rules: readonly Rule[],
  filter: ProductFilter,
  { nowMs, afterRow = 0 }: { nowMs: number; afterRow?: number },
): AsyncGenerator<{ decided: { facts: FactsRow; decision: Decision }[]; lastRow: number }> {
  const listIds = listsOf(rules);
  const decide = await engineAt(db, rules, nowMs);
  const read: ReadBehind<FactsRow> = (last, limit) =>
    listFacts(db, filter, { afterRow: last?.rowId ?? afterRow, limit, sinceMs: nowMs - SEEN_MS, listIds });
  for await (const page of pagesBehind(read, { rows: AT_ONCE })) {
    const wanted = page.map((facts) => ({ facts, decision: decide(facts) }));
    const decided = await holdSwinging(db, await holdCooling(db, wanted, nowMs));
    yield { decided, lastRow: page.at(-1)?.rowId ?? afterRow };
  }
}

/** A decision as a change to be made, or why there is none. */
export function plannedOf(productId: string, decision: Decision): PlannedChange | SkipReason {
  if ("skip" in decision) return decision.skip;
  const { rule, beforeCents, afterCents, reason } = decision;
  const { currency = BASE_CURRENCY, perEuro = null } = rule;
  return [productId, rule.id, rule.name, rule.priceListId, beforeCents, afterCents, reason, currency, perEuro];
}

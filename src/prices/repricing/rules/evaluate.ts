import type { Reader } from "../../../../db/ports.ts";
import { findListTerms } from "../../../../db/pricing/list-terms.ts";
import type { ProductFilter } from "../../../../db/products/lists/filter.ts";
import { type FactsRow, listFacts } from "../../../../db/repricing/facts.ts";
import { findTaxModel, termsOfPrice } from "../../tax/tax-model.ts";
import { type Decision, engineOf, type Rule } from "./decide.ts";
import { holdCooling, holdSwinging } from "./swinging.ts";

/** What is to be repriced, and by which rules; as a request says it, ids in small letters. */
export interface RepricingScope {
  /** `null`: all active ones. */
  ruleIds: string[] | null;
  filter: ProductFilter;
}

/** Prices of competitors count for this time. Source: S40.1. */
const SEEN_MS = 7 * 86_400_000;
const AT_ONCE = 1_000;

/** Decides about products part by part, after one that was stored at a place. */
export async function* evaluate(
  db: Reader,
  rules: readonly Rule[],
  filter: ProductFilter,
  { nowMs, afterRow = 0 }: { nowMs: number; afterRow?: number },
): AsyncGenerator<{ decided: { facts: FactsRow; decision: Decision }[]; lastRow: number }> {
  const listIds = [...new Set(rules.flatMap(({ priceListId }) => priceListId ?? []))];
  const lists = await findListTerms(db, listIds);
  const tax = await findTaxModel(db, nowMs);
  const aimed = rules.map((rule) => {
    const list = rule.priceListId === null ? undefined : lists.get(rule.priceListId);
    const currency = rule.priceListId === null ? rule.currency : list?.currency;
    return { ...rule, currency, terms: tax ? termsOfPrice(tax, list) : undefined };
  });
  const decide = engineOf(aimed, tax);
  for (let after = afterRow; ; ) {
    const page = await listFacts(db, filter, { afterRow: after, limit: AT_ONCE, sinceMs: nowMs - SEEN_MS, listIds });
    const last = page.at(-1);
    if (!last) return;
    after = last.rowId;
    const wanted = page.map((facts) => ({ facts, decision: decide(facts) }));
    const decided = await holdSwinging(db, await holdCooling(db, wanted, nowMs));
    yield { decided, lastRow: after };
    if (page.length < AT_ONCE) return;
  }
}

import type { Reader } from "../../../../db/ports.ts";
import { findListPrice, type ListPrice } from "../../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { type FieldProblem, invalidBody } from "../../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { findExchangeRates } from "../../exchange-rates/rates.ts";
import { exchangeInto } from "../../pricing/applying/price-in-currency.ts";
import { problemsOfAmounts, roundedUpIn, storedAmount, unitsOf } from "../../pricing/currency-decimals.ts";
import { findTaxModel, taxedOf, termsOfPrice } from "../../tax/tax-model.ts";
import { evaluate } from "../rules/evaluate.ts";
import { engineRule, RepricingRule, type RuleRow } from "../rules/rule.ts";
import { rulesOf } from "../rules/rules-of.ts";
import { floorsInTerms, type PriceTax } from "../rules/tax-view.ts";

/** What a caller asks for. */
export interface RepricingRequest {
  priceListId?: string | undefined;
  ruleId?: string | undefined;
  /** In the currency of the price. */
  target?: number | undefined;
}

export interface Constraint {
  type: "map" | "cost_floor";
  /** Whether it has raised the price. */
  applied: boolean;
  valueCents: number;
}

/** What a price would become, and why. */
export interface Proposal {
  /** `null`: the product's own price. */
  list: ListPrice | null;
  currentCents: number | null;
  proposedCents: number | null;
  currency: string;
  /** Units of that currency for one euro; `null`: the price is in euros. */
  exchangeRate: number | null;
  /** The rule that was applied. */
  rule: { id: string; name: string } | null;
  constraints: Constraint[];
  reasons: string[];
}

const unknown = (field: string): FieldProblem => ({
  field,
  type: "invalid_value",
  key: "validation.unknown_reference",
});

const otherCurrency = (currency: string): FieldProblem => ({
  field: "price_list_id",
  type: "invalid_value",
  key: "repricing.other_currency",
  params: { currency },
});

const mapPriceOf = ({ extra }: ProductRow): number | null =>
  typeof extra["map_price"] === "number" ? extra["map_price"] : null;

/** As much as a price can be that is sent. */
const AMOUNT_MAX = 1e10;

/** Raises a target to what it must not be below. */
function underConstraints(
  product: ProductRow,
  targetCents: number,
  { tax, currency }: { tax: PriceTax; currency: string },
): { cents: number; constraints: Constraint[] } {
  const constraints: Constraint[] = [];
  let cents = targetCents;
  const stored = { mapCents: mapPriceOf(product), costCents: product.costPriceCents };
  const found = floorsInTerms(stored, taxedOf(product), tax);
  if (!found) throw invalidBody([{ field: "target_price", type: "invalid_value", key: "tax.rate_unknown" }]);
  const floors = [
    { type: "map", valueCents: found.mapCents },
    { type: "cost_floor", valueCents: found.costCents },
  ] as const;
  for (const { type, valueCents: least } of floors) {
    if (least === null) continue;
    const valueCents = roundedUpIn(currency, least);
    constraints.push({ type, applied: cents < valueCents, valueCents });
    cents = Math.max(cents, valueCents);
  }
  if (cents > AMOUNT_MAX * unitsOf(currency)) {
    throw invalidBody([
      { field: "target_price", type: "out_of_range", key: "prices.beyond_cents", params: { currency } },
    ]);
  }
  return { cents, constraints };
}

type Place = Pick<Proposal, "list" | "currentCents" | "currency">;

/** What rules make of a price: the first that matches, aimed at the requested place. */
async function byRules(
  db: Reader,
  product: ProductRow,
  { rules, place, tax, nowMs }: { rules: RuleRow[]; place: Place; tax: PriceTax; nowMs: number },
): Promise<Pick<Proposal, "proposedCents" | "rule" | "constraints" | "reasons">> {
  const aimed = rules.map((row) => ({ ...engineRule(row), priceListId: place.list?.id ?? null }));
  const filter = { ids: [product.id] };
  for await (const { decided } of evaluate(db, aimed, filter, { nowMs })) {
    const decision = decided[0]?.decision;
    if (!decision?.rule) break;
    const rule = { id: decision.rule.id, name: decision.rule.name };
    if ("skip" in decision) {
      return { proposedCents: place.currentCents, rule, constraints: [], reasons: [decision.skip] };
    }
    const { constraints } = underConstraints(product, decision.afterCents, { tax, currency: place.currency });
    return { proposedCents: decision.afterCents, rule, constraints, reasons: decision.reason.split(", ") };
  }
  return { proposedCents: place.currentCents, rule: null, constraints: [], reasons: ["no_rule_applies"] };
}

/** The requested price list. Throws VALIDATION_FAILED for an unknown one. */
async function findTarget(db: Reader, productId: string, id: string | undefined, nowMs: number) {
  if (id === undefined) return undefined;
  const list = await findListPrice(db, id, productId, nowMs);
  if (!list) throw invalidBody([unknown("price_list_id")]);
  return list;
}

/** What a euro is worth in a currency; `null`: it is the euro. Throws VALIDATION_FAILED without a rate. */
async function rateOf(db: Reader, currency: string, nowMs: number): Promise<number | null> {
  if (currency === BASE_CURRENCY) return null;
  const rate = (await findExchangeRates(db, nowMs))[currency];
  if (rate === undefined) throw invalidBody([otherCurrency(currency)]);
  return rate;
}

/**
 * Works out what a price should be: the target, never below the advertised minimum and the cost. Without a target the rules
 * decide. Throws VALIDATION_FAILED for an unknown list or rule, for a list in a currency without an exchange rate, in which MAP,
 * cost and competitors' prices say nothing, and for a target that the currency cannot have.
 */
export async function propose(
  db: Reader,
  product: ProductRow,
  { priceListId, ruleId, target }: RepricingRequest,
  nowMs: number,
): Promise<Proposal> {
  const list = await findTarget(db, product.id, priceListId, nowMs);
  const named = ruleId === undefined ? undefined : await RepricingRule.table.find(db, ruleId);
  if (ruleId !== undefined && !named) throw invalidBody([unknown("rule_id")]);
  const currentCents = list ? list.priceCents : product.priceCents;
  const currency = list?.currency ?? BASE_CURRENCY;
  const exchangeRate = await rateOf(db, currency, nowMs);
  const place = { list: list ?? null, currentCents, currency, exchangeRate };
  const model = await findTaxModel(db, nowMs);
  const tax = {
    model,
    terms: model ? termsOfPrice(model, list) : undefined,
    exchange: exchangeRate === null ? undefined : exchangeInto(currency, exchangeRate),
  };
  const problems = problemsOfAmounts(currency, { target_price: target });
  if (problems.length > 0) throw invalidBody(problems);
  if (target === undefined) {
    const rules = named ? [named] : await rulesOf(db, null);
    return { ...place, ...(await byRules(db, product, { rules, place, tax, nowMs })) };
  }
  const { cents, constraints } = underConstraints(product, storedAmount(currency, target), { tax, currency });
  const raised = constraints.filter(({ applied }) => applied).map(({ type }) => type);
  return { ...place, proposedCents: cents, rule: null, constraints, reasons: ["target_price", ...raised] };
}

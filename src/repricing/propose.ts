import type { Reader } from "../../db/ports.ts";
import { findListPrice, type ListPrice } from "../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { BASE_CURRENCY } from "../pricing/entity-price.ts";

/** What a caller asks for; prices in cents. */
export interface RepricingRequest {
  priceListId?: string | undefined;
  ruleId?: string | undefined;
  targetCents?: number | undefined;
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
  constraints: Constraint[];
  reasons: string[];
}

const unknown = (field: string): FieldProblem => ({
  field,
  type: "invalid_value",
  key: "validation.unknown_reference",
});

const mapPriceOf = ({ extra }: ProductRow): number | null =>
  typeof extra["map_price"] === "number" ? extra["map_price"] : null;

/** Raises a target to what it must not be below. */
function underConstraints(product: ProductRow, targetCents: number): { cents: number; constraints: Constraint[] } {
  const constraints: Constraint[] = [];
  let cents = targetCents;
  const floors = [
    { type: "map", valueCents: mapPriceOf(product) },
    { type: "cost_floor", valueCents: product.costPriceCents },
  ] as const;
  for (const { type, valueCents } of floors) {
    if (valueCents === null) continue;
    constraints.push({ type, applied: cents < valueCents, valueCents });
    cents = Math.max(cents, valueCents);
  }
  return { cents, constraints };
}

/**
 * Works out what a price should be: the target, never below the advertised minimum and the cost. Without a target nothing
 * changes. Throws VALIDATION_FAILED for a list or rule that there is not.
 */
export async function propose(
  db: Reader,
  product: ProductRow,
  { priceListId, ruleId, targetCents }: RepricingRequest,
  nowMs: number,
): Promise<Proposal> {
  const list = priceListId === undefined ? undefined : await findListPrice(db, priceListId, product.id, nowMs);
  const problems = [
    ...(priceListId !== undefined && !list ? [unknown("price_list_id")] : []),
    // A tenant has no rules yet, so none can be named.
    ...(ruleId === undefined ? [] : [unknown("rule_id")]),
  ];
  if (problems.length > 0) throw invalidBody(problems);
  const currentCents = list ? list.priceCents : product.priceCents;
  const place = { list: list ?? null, currentCents, currency: list?.currency ?? BASE_CURRENCY };
  if (targetCents === undefined) {
    return { ...place, proposedCents: currentCents, constraints: [], reasons: ["no_rule_applies"] };
  }
  const { cents, constraints } = underConstraints(product, targetCents);
  const raised = constraints.filter(({ applied }) => applied).map(({ type }) => type);
  return { ...place, proposedCents: cents, constraints, reasons: ["target_price", ...raised] };
}

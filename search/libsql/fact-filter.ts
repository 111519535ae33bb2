import type { Reader } from "../../db/ports.ts";
import { listCategoriesBelow } from "../../db/products/lists/categories-below.ts";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import type { FactCondition } from "./fact-columns.ts";

const ACTIVE = ["active"];

/** Splits a filter into what facts answer, and the rest, for which products must be looked at. */
export async function partFilter(
  db: Reader,
  filter: ProductFilter,
): Promise<{ conditions: FactCondition[]; rest: ProductFilter }> {
  const { statuses, isActive, brandIds, onlyCategoryIds, categoryIds, priceMinCents, priceMaxCents, ...rest } = filter;
  const conditions: FactCondition[] = [];
  if (statuses) conditions.push({ fact: "status", values: statuses });
  if (isActive !== undefined) conditions.push({ fact: "status", values: ACTIVE, isNegated: !isActive });
  if (brandIds) conditions.push({ fact: "brand", values: brandIds });
  if (onlyCategoryIds) conditions.push({ fact: "category", values: onlyCategoryIds });
  if (categoryIds) conditions.push({ fact: "category", values: await listCategoriesBelow(db, categoryIds) });
  if (priceMinCents !== undefined || priceMaxCents !== undefined) {
    // A product without a price is in no range of prices.
    const priceFrom = Math.max(priceMinCents ?? 0, 0);
    conditions.push({ priceFrom, priceTo: priceMaxCents ?? Number.POSITIVE_INFINITY });
  }
  return { conditions, rest };
}

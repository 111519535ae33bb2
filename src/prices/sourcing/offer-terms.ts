import type { Terms } from "../../../db/sourcing/product-suppliers.ts";
import { centsOf, priceOf } from "../../kit/cents.ts";

/** The terms of a link by their names in the API. */
const NAMES = {
  supplier_reference: "supplierReference",
  cost_price: "costPriceCents",
  currency: "currency",
  stock: "stock",
  lead_time_days: "leadTimeDays",
  min_order_quantity: "minOrderQuantity",
} as const satisfies Record<string, keyof Terms>;
type Names = typeof NAMES;

/** Terms as requests give them. */
export type GivenTerms = { [N in keyof Names]?: Terms[Names[N]] | undefined };
/** Terms as answers show them. */
export type ShownTerms<T extends Terms> = { [N in keyof Names]: T[Names[N]] };

const amount = (value: unknown, of: (value: number) => number | null) => (typeof value === "number" ? of(value) : null);

/** Reads what a request says; an empty reference is none. */
export function termsOf(given: GivenTerms): Partial<Terms> {
  const terms: Record<string, unknown> = {};
  for (const [name, term] of Object.entries(NAMES)) {
    // Only terms are looked at.
    const value = given[name as keyof Names];
    if (value === undefined) continue;
    if (term === "costPriceCents") terms[term] = amount(value, centsOf);
    else terms[term] = typeof value === "string" ? value.trim() || null : value;
  }
  // Each by its own name.
  return terms as Partial<Terms>;
}

/** Terms by their names in the API. */
export function termsBody<T extends Terms>(terms: T): ShownTerms<T> {
  const shown = Object.entries(NAMES).map(([name, term]) => [
    name,
    term === "costPriceCents" ? amount(terms[term], priceOf) : terms[term],
  ]);
  // Each by its own name.
  return Object.fromEntries(shown) as ShownTerms<T>;
}

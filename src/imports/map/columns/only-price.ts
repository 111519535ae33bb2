import type { ColumnFacts } from "../../parse/analyze/column-facts.ts";
import type { Candidate } from "./evidence.ts";

const PRICES: ReadonlySet<string> = new Set(["price", "cost_price", "compare_at_price"]);

/** A list price of a file of products that has no other is what they cost; asked, for it may be reduced elsewhere. */
export function takeOnlyPrice(found: Map<string, Candidate>, columns: readonly ColumnFacts[]): void {
  const prices = [...found.values()].filter(({ target }) => PRICES.has(target));
  const [only] = prices;
  if (!only || prices.length > 1 || only.target !== "compare_at_price" || only.basis === "feed") return;
  // As our exports write it: then it is meant so.
  if (only.column === only.target || ![...found.values()].some(({ target }) => target === "name" || target === "sku"))
    return;
  if (columns.some(({ name, sampled }) => name === only.column && sampled > 0))
    found.set(only.column, { ...only, target: "price", basis: "part_of_header" });
}

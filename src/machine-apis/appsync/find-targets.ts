import type { Reader } from "../../../db/ports.ts";
import { findVariantsByGtins } from "../../../db/variants/variant-codes.ts";
import { eanOf } from "../../products/fields/ean.ts";

/** An EAN of a request padded to 14 digits: its schema lets no other code through. */
export const gtinOf = (ean: string): string => eanOf(ean)?.gtin14 ?? "";

/** What a code names: a product, or a variant of one. */
export interface CodeTarget {
  productId: string;
  variantId: string | null;
}

/**
 * What codes padded to 14 digits name, by code: live products, which the caller has found, first, then variants of live
 * products. At most one statement.
 */
export async function findTargets(
  db: Reader,
  codes: readonly string[],
  products: readonly { id: string; gtin14: string | null }[],
): Promise<Map<string, CodeTarget>> {
  const targets = new Map<string, CodeTarget>();
  for (const { id, gtin14 } of products) if (gtin14 !== null) targets.set(gtin14, { productId: id, variantId: null });
  const missing = codes.filter((code) => !targets.has(code));
  for (const variant of missing.length > 0 ? await findVariantsByGtins(db, missing) : []) {
    if (!variant.isDeleted) targets.set(variant.gtin14, { productId: variant.productId, variantId: variant.id });
  }
  return targets;
}

/** How many codes an event lists. */
const EANS_MAX = 50;

/** The event of an update of many: the first codes that were found, and how many were. */
export const updatedEvent = (type: "stock.updated" | "price.updated", eans: readonly string[]) => ({
  type,
  data: { eans: eans.slice(0, EANS_MAX), count: eans.length },
});

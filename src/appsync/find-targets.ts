import type { Reader } from "../../db/ports.ts";
import { type CodedProduct, findCodedProducts } from "../../db/products/match.ts";
import { findVariantsByGtins } from "../../db/variants/variant-codes.ts";

/** What a code names: a product, or a variant of one. */
export interface CodeTarget {
  productId: string;
  variantId: string | null;
}

/**
 * What codes padded to 14 digits name, by code: live products first, then variants of live products; and those products
 * as they were found. At most two statements.
 */
export async function findTargets(
  db: Reader,
  gtin14s: readonly string[],
): Promise<{ targets: Map<string, CodeTarget>; products: CodedProduct[] }> {
  const codes = [...new Set(gtin14s)];
  const products = await findCodedProducts(db, codes);
  const targets = new Map<string, CodeTarget>(
    products.map(({ id, gtin14 }) => [gtin14, { productId: id, variantId: null }]),
  );
  const missing = codes.filter((code) => !targets.has(code));
  for (const variant of missing.length > 0 ? await findVariantsByGtins(db, missing) : []) {
    if (!variant.isDeleted) targets.set(variant.gtin14, { productId: variant.productId, variantId: variant.id });
  }
  return { targets, products };
}

/** How many codes an event lists. */
const EANS_MAX = 50;

/** The event of an update of many: the first codes that were found, and how many were. */
export const updatedEvent = (type: "stock.updated" | "price.updated", eans: readonly string[]) => ({
  type,
  data: { eans: eans.slice(0, EANS_MAX), count: eans.length },
});

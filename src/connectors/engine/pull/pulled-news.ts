import type { findByExternalIds } from "../../../../db/connectors/mappings.ts";
import type { ChangeSet } from "../../../products/changes/set/change-set.ts";
import { GENERIC } from "../../../products/changes/set/product-change.ts";
import type { PulledProduct } from "./pulled-product.ts";

const NEVER = Number.NEGATIVE_INFINITY;
const NOW = Number.POSITIVE_INFINITY;

/** Without what a platform reported of products before it reported what is known of them: that does not win. */
export function withoutOlder(
  reported: readonly PulledProduct[],
  mapped: Awaited<ReturnType<typeof findByExternalIds>>,
): { products: PulledProduct[]; older: number } {
  const known = new Map(mapped.map(({ externalId, reportedAtMs }) => [externalId, reportedAtMs ?? NEVER]));
  const isNew = ({ externalId, changedAtMs }: PulledProduct) =>
    (changedAtMs ?? NOW) >= (known.get(externalId) ?? NEVER);
  const products = reported.filter(isNew);
  return { products, older: reported.length - products.length };
}

/** A product whose stock is the level that the platform reported. */
export interface ReportedLevel {
  productId: string;
  reportedAtMs: number | null;
}

/** The level that such a product has now. */
export function levelIn(set: ChangeSet, { productId, reportedAtMs }: ReportedLevel) {
  const change = set.changes.get(productId);
  const level = change?.stock.get(GENERIC) ?? change?.row.genericStock ?? change?.row.stock ?? 0;
  return { productId, variantId: "", level, reportedAtMs };
}

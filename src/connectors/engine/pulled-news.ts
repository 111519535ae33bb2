import type { findByExternalIds } from "../../../db/connectors/mappings.ts";
import type { ChangeSet } from "../../products/changes/set/change-set.ts";
import { GENERIC } from "../../products/changes/set/product-change.ts";
import type { PulledProduct } from "./adapter.ts";

const NEVER = Number.NEGATIVE_INFINITY;
const NOW = Number.POSITIVE_INFINITY;

/** Without what a platform told of products before it told what is known of them: that does not win. */
export function withoutOlder(
  told: readonly PulledProduct[],
  mapped: Awaited<ReturnType<typeof findByExternalIds>>,
): { products: PulledProduct[]; older: number } {
  const known = new Map(mapped.map(({ externalId, toldAtMs }) => [externalId, toldAtMs ?? NEVER]));
  const isNew = ({ externalId, changedAtMs }: PulledProduct) =>
    (changedAtMs ?? NOW) >= (known.get(externalId) ?? NEVER);
  const products = told.filter(isNew);
  return { products, older: told.length - products.length };
}

/** A product whose stock is the level that the platform told. */
export interface ToldLevel {
  productId: string;
  toldAtMs: number | null;
}

/** The level that such a product has now. */
export function levelIn(set: ChangeSet, { productId, toldAtMs }: ToldLevel) {
  const change = set.changes.get(productId);
  const level = change?.stock.get(GENERIC) ?? change?.row.genericStock ?? change?.row.stock ?? 0;
  return { productId, variantId: "", level, toldAtMs };
}

import type { ProductRow } from "../../../../db/products/product-row.ts";
import type { CatalogEvent } from "../../../events/emit-events.ts";
import type { ProductChange } from "../set/product-change.ts";

/** Where a change came from: a call of the products API, of a machine API, a pull from a platform, or a rule of prices. */
export type ProductSource = "api" | "ext" | "appsync" | "connector" | "repricing";

/** The event of a product that is new. */
const productCreated = ({ id, ean, title }: ProductRow, source: ProductSource): CatalogEvent => ({
  type: "product.created",
  data: { id, ean, name: title, source },
});

/** The event of a product that has changed; `updatedFields` are request names. */
const productUpdated = ({ id, ean, title }: ProductRow, updatedFields: readonly string[]): CatalogEvent => ({
  type: "product.updated",
  data: { id, ean, name: title, updated_fields: updatedFields },
});

/** The event of a product that was hidden, or erased (`permanent`). */
export const productDeleted = ({ id, ean, title }: ProductRow, permanent: boolean): CatalogEvent => ({
  type: "product.deleted",
  data: { id, ean, name: title, permanent },
});

/** The one event of a stored change. `isRestocked`: its stock was changed with it. */
export function eventOf(change: ProductChange, source: ProductSource, isRestocked: boolean): CatalogEvent {
  const { before, row, changed, isCreation, links, named } = change;
  if (isCreation) return productCreated(row, source);
  if (before?.deletedAtMs === null && row.deletedAtMs !== null) return productDeleted(row, false);
  const suppliers = links !== undefined && links.size > 0 ? ["suppliers"] : [];
  return productUpdated(row, named ?? [...changed, ...suppliers, ...(isRestocked ? ["stock"] : [])]);
}

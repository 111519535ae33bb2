import type { ProductRow } from "../../db/products/product-row.ts";
import type { CatalogEvent } from "../events/event.ts";

/** Where a product came from: a call of the products API, of a machine API, or a pull from a platform. */
export type ProductSource = "api" | "ext" | "appsync" | "connector";

/** The event of a product that is new. */
export const productCreated = ({ id, ean, title }: ProductRow, source: ProductSource): CatalogEvent => ({
  type: "product.created",
  data: { id, ean, name: title, source },
});

/** The event of a product that was hidden, or erased (`permanent`). */
export const productDeleted = ({ id, ean, title }: ProductRow, permanent: boolean): CatalogEvent => ({
  type: "product.deleted",
  data: { id, ean, name: title, permanent },
});

import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { required } from "../../http/output/errors.ts";
import type { Conditional } from "../../http/output/etag.ts";

/** A part of a product, such as an image or a variant of it. */
export interface PartOfProduct extends Conditional {
  productId: string;
  id: string;
}

/** A product that is not deleted; the id may come in any case. Throws PRODUCT_NOT_FOUND. */
export async function findLiveProduct(db: Reader, id: string): Promise<ProductRow> {
  const [row] = await findRowsByIds(db, [id]);
  return required(row?.deletedAtMs === null ? row : undefined, "product", id);
}

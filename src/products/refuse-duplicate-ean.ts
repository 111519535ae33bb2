import type { Reader } from "../../db/ports.ts";
import { findRowsByGtins } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { ApiError } from "../http/errors.ts";

/** Throws DUPLICATE_EAN when another product, soft-deleted ones included, has the code of this one. */
export async function refuseDuplicateEan(db: Reader, { id, ean, gtin14 }: ProductRow): Promise<void> {
  if (gtin14 === null) return;
  const holder = (await findRowsByGtins(db, [gtin14])).find((row) => row.id !== id);
  if (!holder) return;
  const deleted = holder.deletedAtMs !== null;
  throw new ApiError("DUPLICATE_EAN", {
    params: { ean: ean ?? "" },
    details: { ean, existing_id: holder.id, existing_type: "product", deleted },
    ...(deleted && { howToFix: "products.restore_instead" }),
  });
}

import { ApiError } from "../../../http/output/errors.ts";
import { duplicateEan } from "../refuse-duplicate-ean.ts";
import type { ChangeSet, PendingChange } from "./change-set.ts";
import type { Item } from "./items.ts";

interface Claim {
  /** As written. */
  ean: string;
  gtin14: string | null;
  /** The product that is to have the code; absent for a new one. */
  productId?: string | undefined;
}

/** Throws DUPLICATE_EAN when a variant of another product has the code. */
export function refuseVariantCode(set: ChangeSet, { ean, gtin14, productId }: Claim): void {
  const variant = set.variantOf(gtin14, productId);
  if (variant) throw duplicateEan(ean, { id: variant.id, type: "variant", deleted: variant.isDeleted });
}

/** Throws DUPLICATE_EAN when another product, or a variant of another product, has the code by now. */
export function refuseTakenCode(set: ChangeSet, { ean, gtin14, productId }: Claim): void {
  const holder = set.byGtin(gtin14)?.row;
  if (holder && holder.id !== productId) {
    throw duplicateEan(ean, { id: holder.id, type: "product", deleted: holder.deletedAtMs !== null });
  }
  refuseVariantCode(set, { ean, gtin14, productId });
}

/**
 * Throws DUPLICATE_RESOURCE when an item would give a product a reference that another live one has: for callers that find
 * products by it.
 */
export function refuseTakenReference(set: ChangeSet, { reference }: Item, change: PendingChange): void {
  if (reference === null || reference === change.row.reference) return;
  const holder = set.holdersOf(reference).find((each) => each !== change && each.row.deletedAtMs === null);
  if (!holder) return;
  throw new ApiError("DUPLICATE_RESOURCE", {
    details: { field: "reference", value: reference, existing_id: holder.row.id },
  });
}

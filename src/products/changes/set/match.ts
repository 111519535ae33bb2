import { type ChangeSet, isDeleted, type PendingChange } from "./change-set.ts";
import { refuseTakenReference, refuseVariantCode } from "./codes.ts";
import type { Identity, Item } from "./items.ts";

/** How a source of changes finds the product that an item means. Throws what is wrong with the item. */
export type MatchRule = (set: ChangeSet, item: Item) => PendingChange | undefined;

/** The code of an item as written, for messages. */
const writtenCode = ({ gtin14, values }: Item): string => String(values["barcode"] ?? gtin14);

/** By EAN alone. Throws DUPLICATE_EAN for the code of a variant. */
export const byEan: MatchRule = (set, item) => {
  const found = set.byGtin(item.gtin14);
  if (!found) refuseVariantCode(set, { ean: writtenCode(item), gtin14: item.gtin14 });
  return found;
};

/** By EAN, then by reference; no second product gets a reference. Throws DUPLICATE_EAN and DUPLICATE_RESOURCE. */
export const byEanOrReference: MatchRule = (set, item) => {
  const { gtin14, reference } = item;
  const byCode = set.byGtin(gtin14);
  const found = byCode ?? (reference === null ? undefined : set.byReference(reference));
  if (!byCode) refuseVariantCode(set, { ean: writtenCode(item), gtin14, productId: found?.row.id });
  if (byCode) refuseTakenReference(set, item, byCode);
  return found;
};

/** A reference is not unique: a product that has another valid EAN is another product. */
const mayBe =
  (gtin14: string | null) =>
  ({ identity, row }: PendingChange): boolean => {
    if (gtin14 === null || identity.gtin14 === null || identity.gtin14 === gtin14) return true;
    // A code that an item has claimed is valid.
    return identity.gtin14 === row.gtin14 && row.eanStatus !== "valid";
  };

/**
 * By EAN, then by what a supplier calls it, then by reference; soft-deleted ones only where there is no other. For files,
 * whose references no one has checked: several products may be meant.
 */
export function meantBy(set: ChangeSet, identity: Identity): readonly PendingChange[] {
  const { gtin14, reference, supplierReference = null } = identity;
  const byCode = set.byGtin(gtin14);
  if (byCode) return [byCode];
  const supplied = set.suppliedAs(supplierReference).filter(mayBe(gtin14));
  const meant = supplied.length > 0 ? supplied : set.holdersOf(reference).filter(mayBe(gtin14));
  const live = meant.filter((change) => !isDeleted(change));
  return live.length > 0 ? live : meant;
}

import type { ChangeSet, PendingChange } from "./change-set.ts";
import { refuseTakenReference, refuseVariantCode } from "./codes.ts";
import type { Item } from "./items.ts";

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

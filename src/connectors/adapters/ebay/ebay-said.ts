import { createHash } from "node:crypto";
import { isSent } from "../../engine/fields.ts";
import type { KnownParts, PushItem } from "../../engine/push/push-item.ts";
import type { Ebay } from "./ebay-call.ts";

/*
 * What is said here of an offer beside its price. It is apart from the item, and eBay reads and replaces offers one at a time: what
 * was said last is kept with the product, and the offer is left alone while that is the same.
 */

/** The number of eBay's category that is said of a product: by the connector's mapping, else by its name. */
export const saidCategory = ({ categoryIds, category }: PushItem): string | undefined =>
  [categoryIds[0] ?? "", category ?? ""].find((each) => /^\d+$/.test(each));

/** The rate that a business seller shows, where the connector says what eBay calls that of a product. */
export const vatOf = ({ taxClass }: PushItem) => {
  const rate = taxClass ? Number(taxClass) : Number.NaN;
  return Number.isFinite(rate) ? { tax: { vatPercentage: rate } } : {};
};

/** What is said of an offer, by the names of `updateOffer`; what is only chosen for a new one (by eBay's suggestion, or the first place) is not. */
export function saidOf({ locationKey }: Pick<Ebay, "locationKey">, item: PushItem) {
  const categoryId = isSent(item, "category") ? saidCategory(item) : undefined;
  return {
    ...(categoryId !== undefined && { categoryId }),
    ...(locationKey !== "" && { merchantLocationKey: locationKey }),
    ...vatOf(item),
  };
}

const DIGEST_LENGTH = 11;

/** What is known of a product once its offer is what is said: a digest of that. */
export const notedAs = (ebay: Pick<Ebay, "locationKey">, item: PushItem): KnownParts => ({
  ...item.parts,
  offer: createHash("sha256")
    .update(JSON.stringify(saidOf(ebay, item)))
    .digest("base64url")
    .slice(0, DIGEST_LENGTH),
});

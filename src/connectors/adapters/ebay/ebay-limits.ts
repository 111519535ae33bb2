import { isSent } from "../../engine/fields.ts";
import type { PushImage } from "../../engine/push/push-item.ts";
import type { TextLimits } from "../../engine/push/text-limits.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { addressesOf, newImagesOf } from "../each.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: Product (title 80, description 4000, brand 65; pictures by https alone, 24 of a
// listing, 12 of an item of a group)
export const limits: TextLimits = {
  name: { max: 80, end: "" },
  description: { max: 4000 },
  brand: { max: 65, end: "" },
};

const PICTURES_MAX = 24;
const PICTURES_OF_VARIANT_MAX = 12;
const isTaken = (address: string) => address.startsWith("https:");

/** The addresses of pictures that eBay takes. */
export const picturesFor = (images: readonly PushImage[] | null, max = PICTURES_MAX): string[] =>
  addressesOf(images).filter(isTaken).slice(0, max);

/** Those that go with an item: with a variant its own first. */
export const picturesOf = (item: Offer): string[] =>
  picturesFor(newImagesOf(item), item.group ? PICTURES_OF_VARIANT_MAX : PICTURES_MAX);

/** What is said of pictures that eBay does not take. */
export function pictureRemarks(item: Offer): string[] {
  const images = item.group && isSent(item, "images") ? item.group.images : newImagesOf(item);
  const addresses = addressesOf(images);
  const taken = addresses.filter(isTaken);
  const left = taken.length - PICTURES_MAX;
  const refused = addresses.length - taken.length;
  return [
    ...(refused > 0
      ? [`${refused} of its pictures were not sent: eBay takes addresses that begin with https:// alone`]
      : []),
    ...(left > 0 ? [`The last ${left} of its pictures were not sent: eBay takes ${PICTURES_MAX}`] : []),
  ];
}

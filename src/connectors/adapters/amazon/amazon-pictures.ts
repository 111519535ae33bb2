import type { PushItem } from "../../engine/push/push-item.ts";
import { addressesOf, newImagesOf } from "../each.ts";

/** A place for the main picture, and eight for further ones. */
const PLACES = [
  "main_product_image_locator",
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((place) => `other_product_image_locator_${place}`),
];

/** The pictures of an item, each in its place; none where they are not to be sent. */
export const picturesIn = (marketplace_id: string, item: PushItem): Record<string, unknown> =>
  Object.fromEntries(
    addressesOf(newImagesOf(item))
      .slice(0, PLACES.length)
      .map((media_location, place) => [PLACES[place], [{ media_location, marketplace_id }]]),
  );

/** The places that a listing which is there may have pictures in that are none any more. */
export function emptyPlaces(item: PushItem): string[] {
  const images = newImagesOf(item);
  const taken = addressesOf(images).length;
  // Without a main one there is no listing: what is there stays.
  return images === null || item.externalId === null || taken === 0 ? [] : PLACES.slice(taken);
}

/** What is said of pictures for which there is no place. */
export function pictureRemarks(item: PushItem): string[] {
  const left = addressesOf(newImagesOf(item)).length - PLACES.length;
  return left > 0 ? [`The last ${left} of its pictures were not sent: Amazon takes ${PLACES.length}`] : [];
}

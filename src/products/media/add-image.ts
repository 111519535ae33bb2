import type { Media } from "../../../db/media/media.ts";
import { mutation } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { findImages, MEDIA_MAX } from "./named-images.ts";
import { storeImages } from "./store-media-images.ts";

/** A new image; its file is stored. */
export interface NewImage extends Omit<Media, "position" | "isPrimary" | "createdAtMs" | "updatedAtUs"> {
  /** `null`: behind the others. */
  position: number | null;
  /** The first image of a product is the primary one anyway. */
  isPrimary: boolean;
}

/** Gives a product one more image. Throws PRODUCT_NOT_FOUND, and VALIDATION_FAILED when it has as many as it can. */
export const addImage = mutation("media.add", async (tx, image: NewImage, context): Promise<Media> => {
  const product = await findLiveProduct(tx, image.productId);
  const before = await findImages(tx, product);
  if (before.length >= MEDIA_MAX) {
    const params = { limit: MEDIA_MAX };
    throw invalidBody([{ field: "file", type: "out_of_range", key: "media.too_many_images", params }]);
  }
  const position = image.position ?? Math.max(-1, ...before.map((each) => each.position)) + 1;
  const added: Media = { ...image, position, isPrimary: false, createdAtMs: context.now(), updatedAtUs: 0 };
  const primaryId = image.isPrimary ? image.id : undefined;
  const stored = await storeImages(
    tx,
    { productId: product.id, before, after: [...before, added] },
    context,
    primaryId,
  );
  return stored.find(({ id }) => id === image.id) ?? added;
});

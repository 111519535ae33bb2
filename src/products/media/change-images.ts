import type { Media } from "../../../db/media/media.ts";
import { mutation, type Reader } from "../../../db/ports.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { findImages } from "./named-images.ts";
import { storeImages } from "./store-media-images.ts";

/** Which image of which product. */
export interface ImagePlace {
  productId: string;
  id: string;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

interface FoundImage {
  productId: string;
  images: readonly Media[];
  image: Media;
}

/** An image of a product, with the others. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export async function findImage(
  db: Reader,
  { productId: ofProduct, id, expected = null }: Pick<ImagePlace, "productId" | "id"> & Partial<ImagePlace>,
): Promise<FoundImage> {
  const product = await findLiveProduct(db, ofProduct);
  const images = await findImages(db, product);
  const image = required(
    images.find((each) => each.id === id),
    "media",
    id,
  );
  requireVersion(expected, image.updatedAtUs);
  return { productId: product.id, images, image };
}

/** What can be changed of an image; what is absent stays, `null` clears. */
export interface ImageValues {
  title?: string | null | undefined;
  altText?: string | null | undefined;
  position?: number | undefined;
  isPrimary?: true | undefined;
}

/** Changes an image. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const updateImage = mutation(
  "media.update",
  async (tx, { values, ...place }: ImagePlace & { values: ImageValues }, context): Promise<Media> => {
    const { productId, images, image } = await findImage(tx, place);
    const { title = image.title, altText = image.altText, position = image.position } = values;
    const after = images.map((each) => (each === image ? { ...image, title, altText, position } : each));
    const primaryId = values.isPrimary ? image.id : undefined;
    const stored = await storeImages(tx, { productId, before: images, after }, context, primaryId);
    return required(
      stored.find(({ id }) => id === image.id),
      "media",
      image.id,
    );
  },
);

/**
 * Takes an image from its product; if it was the primary one the next in order becomes it. Returns it, for its file to be
 * deleted once this is certain. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED.
 */
export const deleteImage = mutation("media.delete", async (tx, place: ImagePlace, context): Promise<Media> => {
  const { productId, images, image } = await findImage(tx, place);
  const after = images.filter((each) => each !== image);
  await storeImages(tx, { productId, before: images, after }, context);
  return image;
});

/** Puts the images of a product into this order. Throws PRODUCT_NOT_FOUND, and VALIDATION_FAILED unless it names each once. */
export const reorderImages = mutation(
  "media.reorder",
  async (tx, { productId: ofProduct, ids }: { productId: string; ids: string[] }, context): Promise<Media[]> => {
    const product = await findLiveProduct(tx, ofProduct);
    const before = await findImages(tx, product);
    const places = new Map(ids.map((id, position) => [id, position]));
    const isWhole = ids.length === before.length && before.every(({ id }) => places.has(id));
    if (!isWhole) throw invalidBody([{ field: "media_ids", type: "invalid_value", key: "media.all_ids_once" }]);
    const after = before.map((image) => ({ ...image, position: places.get(image.id) ?? image.position }));
    return storeImages(tx, { productId: product.id, before, after }, context);
  },
);

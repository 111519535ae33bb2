import { listMedia, type Media } from "../../../db/media/media.ts";
import { type MutationContext, mutation, type Reader, type Tx } from "../../../db/ports.ts";
import { invalidBody, requiredOf } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { touchProducts } from "../changes/commit/touch-products.ts";
import { findLiveProduct, type PartOfProduct } from "../changes/live-product.ts";
import { type ImageChange, isChanged, settled } from "./image-change.ts";
import { mediaForHistory } from "./media-body.ts";
import { findImages, MEDIA_MAX } from "./named-images.ts";

interface FoundImage {
  productId: string;
  images: readonly Media[];
  image: Media;
}

/** An image of a product, with the others. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export async function findImage(
  db: Reader,
  { productId: ofProduct, id, expected = null }: Pick<PartOfProduct, "productId" | "id"> & Partial<PartOfProduct>,
): Promise<FoundImage> {
  const product = await findLiveProduct(db, ofProduct);
  const images = await findImages(db, product);
  const image = requiredOf(images, "media", id);
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

/**
 * Stores which images a product shall have, with its primary one's address, and notes the change; with nothing new nothing
 * is written. `primaryId` wins over what the images say of themselves. Returns them as they are stored, in their order.
 */
export async function storeImages(
  tx: Tx,
  { productId, before, after }: ImageChange,
  context: MutationContext,
  primaryId?: string,
): Promise<Media[]> {
  const images = { productId, before, after: settled(after, primaryId) };
  if (!isChanged(images)) return images.after;
  const history = [{ field: "media", before: before.map(mediaForHistory), after: images.after.map(mediaForHistory) }];
  await touchProducts(tx, [{ productId, updatedFields: ["media"], images, changes: history }], context);
  return listMedia(tx, productId);
}

/** Changes an image. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED. */
export const updateImage = mutation(
  "media.update",
  async (tx, { values, ...place }: PartOfProduct & { values: ImageValues }, context): Promise<Media> => {
    const { productId, images, image } = await findImage(tx, place);
    const { title = image.title, altText = image.altText, position = image.position } = values;
    const after = images.map((each) => (each === image ? { ...image, title, altText, position } : each));
    const primaryId = values.isPrimary ? image.id : undefined;
    const stored = await storeImages(tx, { productId, before: images, after }, context, primaryId);
    return requiredOf(stored, "media", image.id);
  },
);

/**
 * Takes an image from its product; if it was the primary one the next in order becomes it. Returns it, for its file to be
 * deleted once this is certain. Throws PRODUCT_NOT_FOUND, NOT_FOUND and PRECONDITION_FAILED.
 */
export const deleteImage = mutation("media.delete", async (tx, place: PartOfProduct, context): Promise<Media> => {
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

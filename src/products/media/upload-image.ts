import type { Media } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import type { Services } from "../../runtime/services.ts";
import { receiveUpload, type Upload } from "../../uploads/receive-upload.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { addImage } from "./add-image.ts";
import { makeThumbnailsCall } from "./calls.ts";
import { keysOf, MEDIA_PATH, mediaKey } from "./file-keys.ts";
import type { ImageFacts } from "./image-facts.ts";
import { readImageFields } from "./image-upload-fields.ts";
import { inspectImage } from "./inspect-image.ts";
import { publicName } from "./public-name.ts";

interface UploadContext {
  request: Request;
  tenantId: string;
  db: Reader;
  write: BoundWrite;
  checkForm: (names: Iterable<string>) => void;
  productId: string;
}

/**
 * Stores an uploaded image with its smaller sizes and gives it to a product. Nothing of a refused file is stored. Throws
 * PRODUCT_NOT_FOUND, PAYLOAD_TOO_LARGE, and VALIDATION_FAILED for what is no image, or too large a one.
 */
export async function uploadImage(
  services: Services,
  { request, tenantId, db, write, checkForm, productId: ofProduct }: UploadContext,
): Promise<Media> {
  const { files, call, config } = services;
  const { id: productId } = await findLiveProduct(db, ofProduct);
  // All of it random: who knows it may see the image.
  const id = crypto.randomUUID();
  const fileKey = mediaKey(tenantId, { productId, id });
  let facts: ImageFacts | undefined;
  const inspect = (bytes: AsyncIterable<Uint8Array>) =>
    inspectImage(bytes, (found) => {
      facts = found;
    });
  const discard = () => Promise.all(keysOf(fileKey).map((key) => files.delete(key)));

  async function register({ fields, fileName: sentName, sizeBytes, sha256 }: Upload): Promise<Media> {
    const image = readImageFields(fields);
    // Nothing is stored before they are known.
    if (!facts) throw new TypeError("An image was stored that was not looked at");
    const thumbnails = await call(makeThumbnailsCall, tenantId, { fileKey, ...facts });
    const fileName = publicName(sentName, facts.contentType);
    const url = `${config.apiUrl ?? ""}${MEDIA_PATH}${id}/${fileName}`;
    const stored = {
      id,
      productId,
      source: "upload",
      url,
      sourceUrl: null,
      isStored: true,
      fileName,
      sizeBytes,
      sha256,
    } as const;
    const added = await write(addImage, { ...stored, ...facts, ...image, thumbnails });
    // A repeated request is given the first one's image, which has files of its own.
    if (added.id !== id) await discard();
    return added;
  }

  try {
    return await receiveUpload(services, request, { tenantId, fileKey, checkForm, inspect }, register);
  } catch (error) {
    await discard();
    throw error;
  }
}

import type { Media } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { BOOLEANS } from "../../http/input/coercion.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { receiveUpload, type Upload } from "../../uploads/receive-upload.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { makeThumbnailsCall } from "./calls.ts";
import { addImage } from "./change-images.ts";
import { keysOf, MEDIA_PATH, mediaKey } from "./file-keys.ts";
import { type ImageFacts, inspectImage, publicName } from "./image-facts.ts";

interface UploadContext {
  request: Request;
  tenantId: string;
  db: Reader;
  write: BoundWrite;
  checkForm: (names: Iterable<string>) => void;
  productId: string;
}

/** The fields of an image's form besides the file. */
interface ImageFields {
  title: string | null;
  altText: string | null;
  /** `null`: behind the others. */
  position: number | null;
  isPrimary: boolean;
}

export const TEXT_LENGTH_MAX = 255;
export const POSITION_MAX = 1_000_000;

type Fields = ReadonlyMap<string, string>;

const textOf = (fields: Fields, name: string): string | null => fields.get(name)?.trim() || null;

function* problemsOf(fields: Fields): Generator<FieldProblem> {
  for (const field of ["title", "alt_text"]) {
    if ((textOf(fields, field)?.length ?? 0) > TEXT_LENGTH_MAX) {
      yield { field, type: "too_long", key: "validation.longest", params: { limit: TEXT_LENGTH_MAX } };
    }
  }
  const position = textOf(fields, "position") ?? "0";
  if (!/^-?\d+$/.test(position)) yield { field: "position", type: "wrong_type", key: "validation.integer" };
  else if (Number(position) < 0) {
    yield { field: "position", type: "out_of_range", key: "validation.minimum", params: { limit: 0 } };
  } else if (Number(position) > POSITION_MAX) {
    yield { field: "position", type: "out_of_range", key: "validation.maximum", params: { limit: POSITION_MAX } };
  }
  if (!BOOLEANS.has(textOf(fields, "is_primary") ?? "false")) {
    yield { field: "is_primary", type: "wrong_type", key: "validation.boolean" };
  }
}

/** Reads the fields of a form; an empty one counts as absent. Throws VALIDATION_FAILED with every problem. */
function readImageFields(fields: Fields): ImageFields {
  const problems = [...problemsOf(fields)];
  if (problems.length > 0) throw invalidBody(problems);
  const position = textOf(fields, "position");
  return {
    title: textOf(fields, "title"),
    altText: textOf(fields, "alt_text"),
    position: position === null ? null : Number(position),
    isPrimary: BOOLEANS.get(textOf(fields, "is_primary") ?? "false") ?? false,
  };
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

import { Buffer } from "node:buffer";
import { Transformer } from "@napi-rs/image";
import type { Thumbnail } from "../../db/media/media.ts";
import { THUMBNAIL_WIDTHS, thumbnailKey, thumbnailType } from "../../src/media/file-keys.ts";
import type { ThumbnailRequest } from "../../src/media/thumbnail-request.ts";
import type { ThreadServices } from "../../src/services.ts";

const JPEG_QUALITY = 82;

/** Widest first: the narrower one is made of the wider, so a large image is decoded once. */
const WIDTHS = Object.entries(THUMBNAIL_WIDTHS) as [Thumbnail, number][]; // Object.entries forgets the literal types

interface Size {
  width: number;
  height: number;
}

/** Not in the background: one thread decodes one image at a time, which bounds the memory that takes. */
function shrink(image: Uint8Array, size: Size, contentType: string): Buffer {
  const smaller = new Transformer(image).rotate().fastResize(size);
  return contentType === "image/jpeg" ? smaller.jpegSync(JPEG_QUALITY) : smaller.pngSync();
}

/** Stores the smaller sizes of an image that is wider. Returns which; none when it cannot be decoded. */
export async function makeThumbnails(
  { files, log }: ThreadServices,
  tenantId: string,
  { fileKey, contentType, width, height }: ThumbnailRequest,
): Promise<Thumbnail[]> {
  const wanted = WIDTHS.filter(([, each]) => each < width);
  const made: Thumbnail[] = [];
  if (wanted.length === 0) return made;
  let image: Uint8Array = Buffer.concat(await Array.fromAsync(files.read(fileKey)));
  for (const [name, thumbnailWidth] of wanted) {
    const size = { width: thumbnailWidth, height: Math.max(1, Math.round((height * thumbnailWidth) / width)) };
    const smaller = decodeAndShrink(image, size, thumbnailType(contentType));
    if (!smaller) {
      log.warn({ tenant: tenantId, file: fileKey }, "cannot decode an image");
      return [];
    }
    await files.put(thumbnailKey(fileKey, name), smaller);
    made.push(name);
    image = smaller;
  }
  return made;
}

/** `undefined` when the image cannot be decoded, as some that browsers show. */
function decodeAndShrink(image: Uint8Array, size: Size, contentType: string): Buffer | undefined {
  try {
    return shrink(image, size, contentType);
  } catch {
    return undefined;
  }
}

import { Buffer } from "node:buffer";
import { Transformer } from "@napi-rs/image";
import { GifReader } from "omggif";
import type { Thumbnail } from "../../db/media/media.ts";
import { THUMBNAIL_WIDTHS, thumbnailKey } from "../../src/products/media/file-keys.ts";
import type { ThumbnailRequest } from "../../src/products/media/image-facts.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const JPEG_QUALITY = 82;
const WEBP_QUALITIES = [82, 60];
/** Bytes a pixel as PNG up to which a picture is a drawing or a text, which WebP keeps smaller without loss. */
const DRAWING_BYTES = 0.5;

/** Widest first: the narrower one is made of the wider, so a large image is decoded once. */
const WIDTHS = Object.entries(THUMBNAIL_WIDTHS) as [Thumbnail, number][]; // Object.entries forgets the literal types

interface Size {
  width: number;
  height: number;
}

/** A picture of the right size: of a JPEG a JPEG, else a PNG, which loses nothing. */
interface Smaller extends Size {
  bytes: Buffer;
}

const encode = (bytes: Uint8Array) => new Transformer(bytes);

/** How a picture may be written, the first choice first. */
function choices({ bytes, width, height }: Smaller, contentType: string): (() => Buffer)[] {
  if (contentType === "image/jpeg") return [() => bytes];
  const lossy = WEBP_QUALITIES.map((quality) => () => encode(bytes).webpSync(quality));
  const lossless = () => encode(bytes).webpLosslessSync();
  return bytes.byteLength < DRAWING_BYTES * width * height ? [lossless, ...lossy] : [...lossy, lossless];
}

/** The first way to write a picture that takes less than `bytesMax`; `undefined` when none does. */
function write(smaller: Smaller, contentType: string, bytesMax: number): Buffer | undefined {
  for (const choice of choices(smaller, contentType)) {
    const written = choice();
    if (written.byteLength < bytesMax) return written;
  }
  return undefined;
}

const CHANNELS = 4;

/** The first picture of a GIF. Throws for what is broken. */
function decodeGif(bytes: Uint8Array): Transformer {
  const gif = new GifReader(bytes);
  const pixels = new Uint8Array(gif.width * gif.height * CHANNELS);
  gif.decodeAndBlitFrameRGBA(0, pixels);
  return Transformer.fromRgbaPixels(pixels, gif.width, gif.height);
}

/** Not in the background: one thread decodes one image at a time, which bounds the memory that takes. */
function shrink(image: Uint8Array, size: Size, contentType: string): Smaller {
  const decoded = contentType === "image/gif" ? decodeGif(image) : encode(image).rotate();
  const resized = decoded.fastResize(size);
  return { ...size, bytes: contentType === "image/jpeg" ? resized.jpegSync(JPEG_QUALITY) : resized.pngSync() };
}

/** Every smaller size of an image. Throws for what cannot be decoded, as some that browsers show. */
function* smallerOnes(
  original: Uint8Array,
  { contentType, width, height }: ThumbnailRequest,
): Generator<[Thumbnail, Buffer]> {
  let image = { bytes: original, contentType };
  for (const [name, thumbnailWidth] of WIDTHS) {
    if (thumbnailWidth >= width) continue;
    const size = { width: thumbnailWidth, height: Math.max(1, Math.round((height * thumbnailWidth) / width)) };
    const smaller = shrink(image.bytes, size, image.contentType);
    const written = write(smaller, contentType, original.byteLength);
    if (written) yield [name, written];
    image = { bytes: smaller.bytes, contentType: contentType === "image/jpeg" ? contentType : "image/png" };
  }
}

/**
 * Stores the smaller sizes of an image that is wider: JPEG of a JPEG, else WebP, and never larger than the image itself.
 * Returns which; none when it cannot be decoded.
 */
export async function makeThumbnails(
  { files, log }: ThreadServices,
  tenantId: string,
  request: ThumbnailRequest,
): Promise<Thumbnail[]> {
  const { fileKey, contentType, width } = request;
  const made: Thumbnail[] = [];
  if (WIDTHS.every(([, each]) => each >= width)) return made;
  const original = Buffer.concat(await Array.fromAsync(files.read(fileKey)));
  for (const [name, bytes] of decoded(original, request) ?? []) {
    await files.put(thumbnailKey(fileKey, name, contentType), bytes);
    made.push(name);
  }
  if (made.length === 0) log.warn({ tenant: tenantId, file: fileKey }, "an image has no smaller sizes");
  return made;
}

function decoded(original: Uint8Array, request: ThumbnailRequest): [Thumbnail, Buffer][] | undefined {
  try {
    return [...smallerOnes(original, request)];
  } catch {
    return undefined;
  }
}

import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";

/** What the bytes of an image say of it. */
export interface ImageFacts {
  contentType: string;
  /** Pixels, as it is shown: turned as its EXIF data says. */
  width: number;
  height: number;
}

/** The kinds of image that are taken, and the ending of their files. All browsers show them, and none can hold a script. */
export const IMAGE_ENDINGS: ReadonlyMap<string, string> = new Map([
  ["image/jpeg", ".jpg"],
  ["image/png", ".png"],
  ["image/webp", ".webp"],
  ["image/gif", ".gif"],
]);
const MEGAPIXELS_MAX = 50;
// From here on EXIF turns the image by a quarter. Source: EXIF 2.32, 4.6.4 Orientation
const FIRST_QUARTER_TURN = 5;

const refused = (problem: Omit<FieldProblem, "field">) => invalidBody([{ field: "file", ...problem }]);
const notAnImage = () => refused({ type: "invalid_value", key: "media.not_an_image" });

const FIRST_MARKER = 2;
const MARKER_BYTES = 4;
const BASELINE = 0xc0;
/** Markers from `BASELINE` on that begin no frame: tables, a reserved one, and how arithmetic coding is set up. */
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const LAST_FRAME = 0xcf;

/**
 * The head of a JPEG whose frame claims to be a baseline one, for the reader of sizes knows three of the 13 kinds, and
 * their heads are alike. `undefined` when there is no frame. Source: ITU-T T.81, table B.1
 */
function asBaseline(head: Uint8Array): Uint8Array | undefined {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = FIRST_MARKER; at + MARKER_BYTES <= head.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    const marker = bytes.getUint8(at + 1);
    if (bytes.getUint8(at) !== 0xff) return undefined;
    if (marker < BASELINE || marker > LAST_FRAME || NO_FRAME.has(marker)) continue;
    const copy = Uint8Array.from(head);
    copy[at + 1] = BASELINE;
    return copy;
  }
  return undefined;
}

async function sizeOf(head: Uint8Array, contentType: string) {
  const { imageSize } = await import("image-size");
  try {
    return imageSize((contentType === "image/jpeg" && asBaseline(head)) || head);
  } catch {
    // What it throws says where it gave up, which is no help to who sent the file.
    throw notAnImage();
  }
}

/**
 * Reads type and size of an image from its beginning; nothing is decoded. Throws VALIDATION_FAILED for what is no image
 * of these kinds, and for one of more than 50 million pixels.
 */
export async function imageFacts(head: Uint8Array): Promise<ImageFacts> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  // An animated PNG is a PNG, which some show as a still one.
  const contentType = found === "image/apng" ? "image/png" : found;
  if (contentType === undefined || !IMAGE_ENDINGS.has(contentType)) throw notAnImage();
  const { width, height, orientation = 1 } = await sizeOf(head, contentType);
  const megapixels = (width * height) / 1e6;
  if (!(megapixels > 0)) throw notAnImage();
  if (megapixels > MEGAPIXELS_MAX) {
    const params = { pixels: Math.ceil(megapixels), limit: MEGAPIXELS_MAX };
    throw refused({ type: "out_of_range", key: "media.too_many_pixels", params });
  }
  return orientation < FIRST_QUARTER_TURN
    ? { contentType, width, height }
    : { contentType, width: height, height: width };
}

/** How EXIF says that an image is turned, from 1 (it is not) to 8. Throws VALIDATION_FAILED for what is no image. */
export const orientationOf = async (head: Uint8Array): Promise<number> =>
  // As for the size, the frame of a JPEG may be of any kind.
  (await sizeOf(head, head[0] === 0xff ? "image/jpeg" : "")).orientation ?? 1;

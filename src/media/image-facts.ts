import { type FieldProblem, invalidBody } from "../http/errors.ts";

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

async function sizeOf(head: Uint8Array) {
  const { imageSize } = await import("image-size");
  try {
    return imageSize(head);
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
  const contentType = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (contentType === undefined || !IMAGE_ENDINGS.has(contentType)) throw notAnImage();
  const { width, height, orientation = 1 } = await sizeOf(head);
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

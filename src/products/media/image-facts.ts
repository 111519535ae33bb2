import { Buffer } from "node:buffer";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { slugOf } from "../../text/name-key.ts";
import { holdHead } from "../../uploads/hold-head.ts";
import { extensionOf } from "../../uploads/upload-name.ts";

/** What the bytes of an image say of it. */
export interface ImageFacts {
  contentType: string;
  /** Pixels, as it is shown: turned as its EXIF data says. */
  width: number;
  height: number;
}

/** The kinds of image that are taken, and the ending of their files. All browsers show them, and none can hold a script. */
const IMAGE_ENDINGS: ReadonlyMap<string, string> = new Map([
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

const NAME_LENGTH_MAX = 100;

/** The name of a file as it is in its address: plain letters, and the ending of what the file really is. */
export function publicName(fileName: string, contentType: string): string {
  const ending = extensionOf(fileName);
  const slug = slugOf(fileName.slice(0, fileName.length - ending.length)).slice(0, NAME_LENGTH_MAX);
  return `${slug || "image"}${IMAGE_ENDINGS.get(contentType) ?? ""}`;
}

/** An image that smaller sizes are made of. */
export interface ThumbnailRequest extends ImageFacts {
  fileKey: string;
}

/** Where the size of an image is found at the latest; a JPEG may carry a preview of itself before. */
const HEAD_BYTES = 1024 * 1024;
/** A PDF may begin this late. Source: ISO 32000-1, annex H.3 note 13 */
const PDF_BYTES = 1024;
/** What makes a browser or a server take a file for a page or a program. */
const ACTIVE = /<(?:script|html|body|iframe|\?php|!doctype html)[\s>]/i;
const ACTIVE_LENGTH = 16;
/** A ZIP archive is found from its end: this record, then a comment of at most 65,535 bytes. Source: APPNOTE.TXT 4.3.16 */
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");
const ZIP_END_BYTES = 22;
const ZIP_TAIL_BYTES = ZIP_END_BYTES + 65_535;

const notOnlyAnImage = () => invalidBody([{ field: "file", type: "invalid_value", key: "media.not_only_an_image" }]);

function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const isWhole = at + ZIP_END_BYTES <= tail.byteLength;
    if (isWhole && at + ZIP_END_BYTES + tail.readUInt16LE(at + ZIP_END_BYTES - 2) === tail.byteLength) return true;
  }
  return false;
}

/** Passes bytes on unless they are a page, a program or a ZIP archive as well: throws VALIDATION_FAILED then. */
async function* withoutOthers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Buffer = Buffer.alloc(0);
  for await (const given of bytes) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    // As Latin 1 each byte is one character, so nothing hides between two.
    if (ACTIVE.test(last.toString("latin1", Math.max(0, last.length - ACTIVE_LENGTH)) + chunk.toString("latin1"))) {
      throw notOnlyAnImage();
    }
    last = Buffer.concat([last, chunk]).subarray(-ZIP_TAIL_BYTES);
    yield chunk;
  }
  if (endsAsZip(last)) throw notOnlyAnImage();
}

/**
 * Passes the bytes of an upload on, once their beginning is found to be an image. Throws VALIDATION_FAILED for anything
 * else, also for an image that is a page, a program, a PDF or a ZIP archive as well. `note` is called with its facts.
 */
export const inspectImage = (
  bytes: AsyncIterable<Uint8Array>,
  note: (facts: ImageFacts) => void,
): AsyncIterable<Uint8Array> =>
  holdHead(withoutOthers(bytes), HEAD_BYTES, async (head) => {
    note(await imageFacts(head));
    if (head.subarray(0, PDF_BYTES).includes("%PDF-")) throw notOnlyAnImage();
  });

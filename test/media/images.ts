import { crc32 } from "node:zlib";
import { Transformer } from "@napi-rs/image";
import { GifWriter } from "omggif";

/** A picture with something to see, so that compressing it is work. */
function pixelsOf(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels[at] = at % 251;
    pixels[at + 1] = (at / width) % 255;
    pixels[at + 2] = 90;
    pixels[at + 3] = 255;
  }
  return pixels;
}

const picture = (width: number, height: number) => Transformer.fromRgbaPixels(pixelsOf(width, height), width, height);

/** One picture in each format that is taken, and what it is served as. */
export const FORMATS = {
  "image/jpeg": (width: number, height: number): Buffer => picture(width, height).jpegSync(70),
  "image/png": (width: number, height: number): Buffer => picture(width, height).pngSync(),
  "image/webp": (width: number, height: number): Buffer => picture(width, height).webpSync(70),
} as const;

/** A GIF of two pictures that show stripes of 16 colours. */
export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 2 + 1_000);
  const palette = Array.from({ length: 16 }, (_, index) => index * 0x0f0f0f);
  const writer = new GifWriter(bytes, width, height, { palette, loop: 0 });
  const stripes = Array.from({ length: width * height }, (_, at) => (at + Math.floor(at / width)) % 16);
  for (let frame = 0; frame < 2; frame++) writer.addFrame(0, 0, width, height, stripes, { delay: 10 });
  return bytes.subarray(0, writer.end());
}

/** The PNG as an animated one of one picture. Source: https://www.w3.org/TR/png-3/#acTL-chunk */
export function apng(png: Buffer): Buffer {
  const control = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
  const headEnd = 33;
  return Buffer.concat([png.subarray(0, headEnd), chunk("acTL", control), png.subarray(headEnd)]);
}

/** The JPEG as one that says it is coded arithmetically. Source: ITU-T T.81, table B.1 */
export function arithmetic(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy[frame + 1] = 0xc9;
  return copy;
}

/** One transparent pixel. Source: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
export const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG that says it is of this size, and is nothing but its head. */
export function pngHead(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", Buffer.alloc(0)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The size of a picture, decoded. */
export const sizeOf = (image: Uint8Array) => {
  const { width, height, format } = new Transformer(image).metadataSync();
  return { width, height, format };
};

/** A form with an image. */
export function formOf(file: Uint8Array | undefined, fields: Record<string, string> = {}, name = "Été rouge.PNG") {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  // The declared types of the two runtimes' buffers differ; a view of bytes is enough here.
  if (file) form.set("file", new File([file as Uint8Array<ArrayBuffer>], name));
  return form;
}

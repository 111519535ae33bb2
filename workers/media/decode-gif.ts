import { Transformer } from "@napi-rs/image";
import { GifReader } from "omggif";

const CHANNELS = 4;

/** The first picture of a GIF. Throws for what is broken. */
export function decodeGif(bytes: Uint8Array): Transformer {
  const gif = new GifReader(bytes);
  const pixels = new Uint8Array(gif.width * gif.height * CHANNELS);
  gif.decodeAndBlitFrameRGBA(0, pixels);
  return Transformer.fromRgbaPixels(pixels, gif.width, gif.height);
}

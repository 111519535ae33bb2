import type { Buffer } from "node:buffer";

/**
 * An image as PNG, for those who cannot show what it is. Throws for what cannot be decoded. The addon is loaded with the
 * first image: it takes 25 MB of memory, and most exports have none.
 */
export async function toPng(image: Uint8Array): Promise<Buffer> {
  const { Transformer } = await import("@napi-rs/image");
  return new Transformer(image).png();
}

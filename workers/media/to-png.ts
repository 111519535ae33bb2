import type { Buffer } from "node:buffer";
import { Transformer } from "@napi-rs/image";

/** An image as PNG, for those who cannot show what it is. Throws for what cannot be decoded. */
export const toPng = (image: Uint8Array): Promise<Buffer> => new Transformer(image).png();

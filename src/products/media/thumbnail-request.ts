import type { ImageFacts } from "./image-facts.ts";

/** An image that smaller sizes are made of. */
export interface ThumbnailRequest extends ImageFacts {
  fileKey: string;
}

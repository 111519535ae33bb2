import { createHash } from "node:crypto";
import type { ProductSource } from "../../search/product-sources.ts";

const TEXT_LENGTH_MAX = 4_000;
const TAG = /<[^>]*>/g;

/** The text that a product's vector is made of, and its hash. */
export function embeddedText({ title, brandName, categoryPath, shortDescription, description }: ProductSource) {
  const text = [title, brandName, categoryPath, shortDescription, description]
    .filter((each) => each !== null && each !== "")
    .join("\n")
    .replace(TAG, " ")
    .slice(0, TEXT_LENGTH_MAX);
  return { text, textHash: createHash("sha256").update(text).digest("hex") };
}

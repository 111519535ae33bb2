import { createHash } from "node:crypto";
import type { ProductSource } from "../../../search/product-sources.ts";
import { replaceTags } from "../../text/without-tags.ts";

const TEXT_LENGTH_MAX = 4_000;

/** The text that a product's vector is made of, and its hash. */
export function embeddedText({ title, brandName, categoryPath, shortDescription, description }: ProductSource) {
  const whole = [title, brandName, categoryPath, shortDescription, description]
    .filter((each) => each !== null && each !== "")
    .join("\n");
  const text = replaceTags(whole, " ").slice(0, TEXT_LENGTH_MAX);
  return { text, textHash: createHash("sha256").update(text).digest("hex") };
}

import { slugOf } from "../../text/slug.ts";
import { extensionOf } from "../../uploads/upload-name.ts";
import { IMAGE_ENDINGS } from "./image-facts.ts";

const NAME_LENGTH_MAX = 100;

/** The name of a file as it is in its address: plain letters, and the ending of what the file really is. */
export function publicName(fileName: string, contentType: string): string {
  const ending = extensionOf(fileName);
  const slug = slugOf(fileName.slice(0, fileName.length - ending.length)).slice(0, NAME_LENGTH_MAX);
  return `${slug || "image"}${IMAGE_ENDINGS.get(contentType) ?? ""}`;
}

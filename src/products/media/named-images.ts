import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { listMedia, type Media } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";

/** How many images a product can have. */
export const MEDIA_MAX = 100;

/** What a product's own row says of its images. */
type ImageNames = Pick<ProductRow, "id" | "imageUrl" | "extra" | "createdAtMs">;

/** The addresses in a list that an import named, each once. */
export const urlsIn = (named: unknown): string[] => [
  ...new Set((Array.isArray(named) ? named : []).filter((url) => typeof url === "string")),
];

/** The addresses of the images that only its own row names, the primary one first. */
export function namedUrls({ imageUrl, extra }: Pick<ImageNames, "imageUrl" | "extra">): string[] {
  if (imageUrl === null) return [];
  const urls = [imageUrl];
  const named = extra["image_urls"];
  if (!Array.isArray(named)) return urls;
  // Every row of an export comes here, and nearly all have few: a set would cost more than what it saves.
  for (const url of named) {
    if (urls.length === MEDIA_MAX) break;
    if (typeof url === "string" && !urls.includes(url)) urls.push(url);
  }
  return urls;
}

const SPACE_BYTES = 16;
// Each product that is answered comes here: a buffer of its own for each costs more than the hash.
let named = Buffer.alloc(4096);

/** The UUID of an image that is named by its address: version 5 with the product as its name space (RFC 9562, 5.5). */
function idOf(productId: string, url: string): string {
  const longest = SPACE_BYTES + 3 * url.length; // in UTF-8
  if (longest > named.length) named = Buffer.alloc(longest);
  named.write(productId.replaceAll("-", ""), "hex");
  const length = SPACE_BYTES + named.write(url, SPACE_BYTES);
  const hex = hash("sha1", named.subarray(0, length), "hex");
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An image that an import names. It has no row of its own yet: those have been changed at some time. */
export const namedImage = (productId: string, url: string, position: number, createdAtMs: number): Media => ({
  id: idOf(productId, url),
  productId,
  source: "import",
  url,
  sourceUrl: null,
  isStored: false,
  title: null,
  altText: null,
  position,
  isPrimary: false,
  fileName: null,
  contentType: null,
  sizeBytes: null,
  sha256: null,
  width: null,
  height: null,
  thumbnails: [],
  createdAtMs,
  updatedAtUs: 0,
});

/** Whether an image has a row of its own. */
export const hasRow = ({ updatedAtUs }: Media): boolean => updatedAtUs > 0;

/**
 * The images of a product in their order: `rows`, those with a row of their own, or the ones that only the product's row
 * names. They become rows together, with the first change of one: most never change, and a row is expensive for an import.
 */
export const imagesOf = (product: ImageNames, rows: readonly Media[]): readonly Media[] =>
  rows.length > 0
    ? rows
    : namedUrls(product).map((url, position) => ({
        ...namedImage(product.id, url, position, product.createdAtMs),
        isPrimary: position === 0,
      }));

/** Reads the images of a product in their order. */
export const findImages = async (db: Reader, product: ImageNames): Promise<readonly Media[]> =>
  product.imageUrl === null ? [] : imagesOf(product, await listMedia(db, product.id));

import { createHash } from "node:crypto";
import type { ExportedProduct } from "../../db/exports/exported-product.ts";
import { listMediaOf, type Media } from "../../db/media/media.ts";
import type { Reader } from "../../db/ports.ts";
import type { PushImage } from "../../src/connectors/engine/push/push-item.ts";
import { MEDIA_PATH, mediaKey } from "../../src/products/media/file-keys.ts";
import { imagesOf } from "../../src/products/media/named-images.ts";

const KEY_LENGTH = 16;
const keyOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, KEY_LENGTH);
const isWebAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url);

/** Where a picture is fetched: a path of ours begins with the address that this service has now. */
function addressOf(url: string, isStored: boolean, origin: string | null): string | null {
  const place = isStored || !isWebAddress(url) ? url.indexOf(MEDIA_PATH) : -1;
  if (place >= 0) return origin === null ? null : `${origin}${url.slice(place)}`;
  return isWebAddress(url) ? url : null;
}

/** What the pictures of a page of products are made of. */
export interface ImagePlace {
  tenantId: string;
  origin: string | null;
}

function imageOf(media: Media, { tenantId, origin }: ImagePlace): PushImage {
  const { url, isStored, altText, sha256, fileName, contentType, sizeBytes } = media;
  return {
    key: keyOf(sha256 ?? url),
    url: addressOf(url, isStored, origin),
    alt: altText ?? "",
    file: isStored
      ? {
          key: mediaKey(tenantId, media),
          name: fileName ?? "image",
          contentType: contentType ?? "image/jpeg",
          sizeBytes,
        }
      : null,
  };
}

/** The pictures of some products, in their order, and the one at an address that a variant names. */
export async function readImages(
  db: Reader,
  products: readonly Pick<ExportedProduct, "id" | "imageUrl" | "extra" | "createdAtMs">[],
  place: ImagePlace,
) {
  const rows = Map.groupBy(
    await listMediaOf(
      db,
      products.map(({ id }) => id),
    ),
    ({ productId }) => productId,
  );
  const all = new Map(products.map((product) => [product.id, imagesOf(product, rows.get(product.id) ?? [])]));
  return {
    of: (productId: string): PushImage[] => {
      const images = (all.get(productId) ?? []).map((media) => imageOf(media, place));
      const seen = new Set<string>();
      // A file that is there twice is one picture.
      return images.filter(({ key }) => !seen.has(key) && seen.add(key));
    },
    at: (productId: string, url: string | null): PushImage | null => {
      if (url === null) return null;
      const media = all.get(productId)?.find((each) => each.url === url);
      if (media) return imageOf(media, place);
      return { key: keyOf(url), url: addressOf(url, false, place.origin), alt: "", file: null };
    },
  };
}

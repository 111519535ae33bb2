import type { Media } from "../../../db/media/media.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { storeImages } from "../../products/media/change-images.ts";
import { findImages } from "../../products/media/named-images.ts";
import type { FetchedImage } from "./fetch-image.ts";

/** Puts images that were fetched in the place of those that a product only names. Returns the ids of those that were. */
export async function attachFetched(
  tx: Tx,
  product: StoredRow,
  fetched: readonly { sourceUrl: string; image: FetchedImage }[],
  context: MutationContext,
): Promise<string[]> {
  const before = await findImages(tx, product);
  const byUrl = new Map(fetched.map(({ sourceUrl, image }) => [sourceUrl, image]));
  const attached: string[] = [];
  const after = before.map((known): Media => {
    const image = known.isStored ? undefined : byUrl.get(known.url);
    if (!image) return known;
    attached.push(image.id);
    return { ...known, ...image, isStored: true, sourceUrl: known.url, createdAtMs: context.now(), updatedAtUs: 0 };
  });
  if (attached.length > 0) await storeImages(tx, { productId: product.id, before, after }, context);
  return attached;
}

import { listMediaOf, type Media } from "../../../../db/media/media.ts";
import type { Tx } from "../../../../db/ports.ts";
import type { ProductChange } from "../../../products/changes/set/product-change.ts";
import { completenessScore } from "../../../products/fields/completeness.ts";
import { type ImageChange, primaryUrl, settled } from "../../../products/media/image-change.ts";
import { MEDIA_MAX, namedImage, urlsIn } from "../../../products/media/named-images.ts";
import { pathOfOwn } from "../row/shown-images.ts";

/** A product as it was, and as it will be. */
type Entry = Pick<ProductChange, "before" | "row">;

const namedBefore = ({ before }: Entry): unknown => before?.extra["image_urls"];
const hasNewList = (entry: Entry): boolean =>
  entry.before !== undefined && JSON.stringify(namedBefore(entry)) !== JSON.stringify(entry.row.extra["image_urls"]);

/**
 * The images of a product once an import has named others: in the places of those it named before, then behind all. The
 * primary one follows the list only when it did so before.
 */
function replaced(entry: Entry, before: readonly Media[], nowMs: number): ImageChange {
  const productId = entry.row.id;
  const named = before.filter(({ source }) => source === "import");
  const others = before.filter(({ source }) => source !== "import");
  const taken = new Set(others.map(({ url }) => pathOfOwn(url)));
  const known = new Map(named.map((image) => [image.sourceUrl ?? image.url, image]));
  const behind = Math.max(-1, ...before.map(({ position }) => position)) + 1 - named.length;
  const images = urlsIn(entry.row.extra["image_urls"])
    .filter((url) => !taken.has(pathOfOwn(url)))
    .slice(0, MEDIA_MAX - others.length)
    .map((url, index) => {
      const position = named[index]?.position ?? behind + index;
      return { ...(known.get(url) ?? namedImage(productId, url, position, nowMs)), position };
    });
  const [first] = urlsIn(namedBefore(entry));
  const followsList = named.some(({ isPrimary, url, sourceUrl }) => isPrimary && (sourceUrl ?? url) === first);
  return { productId, before, after: settled([...others, ...images], followsList ? images[0]?.id : undefined) };
}

/**
 * The images that an import now names for products, in the place of those that it named before; all others stay. Only
 * products whose images have rows need it: of the rest their own row says all. Gives the products their primary one.
 */
export async function replaceImages<E extends Entry>(
  tx: Tx,
  entries: readonly E[],
  nowMs: number,
): Promise<ReadonlyMap<E, ImageChange>> {
  const changes = new Map<E, ImageChange>();
  const fresh = entries.filter(hasNewList);
  if (fresh.length === 0) return changes;
  const ids = fresh.map(({ row }) => row.id);
  const rows = Map.groupBy(await listMediaOf(tx, ids), ({ productId }) => productId);
  for (const entry of fresh) {
    const before = rows.get(entry.row.id);
    if (!before) continue;
    const change = replaced(entry, before, nowMs);
    changes.set(entry, change);
    entry.row = { ...entry.row, imageUrl: primaryUrl(change.after) ?? null };
    entry.row.completenessScore = completenessScore(entry.row);
  }
  return changes;
}

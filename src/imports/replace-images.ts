import { listMediaOf, type Media } from "../../db/media/media.ts";
import type { Tx } from "../../db/ports.ts";
import { MEDIA_PATH } from "../media/file-keys.ts";
import { MEDIA_MAX, namedImage, urlsIn } from "../media/named-images.ts";
import { type ImageChange, primaryUrl, settled, writeImages } from "../media/store-images.ts";
import { completenessScore } from "../products/completeness.ts";
import type { Entry } from "./chunk-catalog.ts";

const namedBefore = ({ before }: Entry): unknown => before?.extra["image_urls"];
const hasNewList = (entry: Entry): boolean =>
  entry.before !== undefined && JSON.stringify(namedBefore(entry)) !== JSON.stringify(entry.row.extra["image_urls"]);

/** An address without what stands before the path to an image of this service: exports put it there, or a setting did. */
const pathOfOwn = (url: string): string => url.slice(Math.max(0, url.indexOf(MEDIA_PATH)));

/**
 * The images of a product once an import has named others: in the places of those it named before, then behind all. The
 * primary one follows the list only when it did so before.
 */
function replaced(entry: Entry, before: readonly Media[], nowMs: number): ImageChange {
  const productId = entry.row.id;
  const named = before.filter(({ source }) => source === "import");
  const others = before.filter(({ source }) => source !== "import");
  const taken = new Set(others.map(({ url }) => pathOfOwn(url)));
  const known = new Map(named.map((image) => [image.url, image]));
  const behind = Math.max(-1, ...before.map(({ position }) => position)) + 1 - named.length;
  const images = urlsIn(entry.row.extra["image_urls"])
    .filter((url) => !taken.has(pathOfOwn(url)))
    .slice(0, MEDIA_MAX - others.length)
    .map((url, index) => {
      const position = named[index]?.position ?? behind + index;
      return { ...(known.get(url) ?? namedImage(productId, url, position, nowMs)), position };
    });
  const [first] = urlsIn(namedBefore(entry));
  const followsList = named.some(({ isPrimary, url }) => isPrimary && url === first);
  return { productId, before, after: settled([...others, ...images], followsList ? images[0]?.id : undefined) };
}

/**
 * Puts the images that an import names for products anew in the place of those that it named before; all others stay. Only
 * products whose images have rows need it: of the rest their own row says all. `firstUs` is the tick of the first entry.
 */
export async function replaceImages(
  tx: Tx,
  entries: readonly Entry[],
  { firstUs, nowMs }: { firstUs: number; nowMs: number },
): Promise<void> {
  const fresh = entries.filter(hasNewList);
  if (fresh.length === 0) return;
  const ticks = new Map(entries.map((entry, index) => [entry, firstUs + index]));
  const rows = Map.groupBy(
    await listMediaOf(
      tx,
      fresh.map(({ row }) => row.id),
    ),
    ({ productId }) => productId,
  );
  const changes = fresh.flatMap((entry) => {
    const before = rows.get(entry.row.id);
    if (!before) return [];
    const change = replaced(entry, before, nowMs);
    entry.row = { ...entry.row, imageUrl: primaryUrl(change.after) ?? null };
    entry.row.completenessScore = completenessScore(entry.row);
    return { ...change, updatedAtUs: ticks.get(entry) ?? firstUs };
  });
  await writeImages(tx, changes);
}

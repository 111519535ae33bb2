import { listOf, member } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";

/** A shop fetches and shrinks each picture while the request waits: more of them a request take a slow one longer than it may. */
const PICTURES_MAX = 20;
export const BATCH_TIMEOUT_MS = 120_000;

/** Products in batches, by how many pictures the shop has to fetch for them. */
export function batchesOf(
  items: readonly PushItem[],
  fields: ReadonlyMap<PushItem, Record<string, unknown>>,
): PushItem[][] {
  const batches: PushItem[][] = [];
  let pictures = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const fresh = listOf(fields.get(item)?.["images"]).filter((image) => member(image, "src") !== undefined).length;
    if (batches.length === 0 || (fresh > 0 && pictures + fresh > PICTURES_MAX)) {
      batches.push([]);
      pictures = 0;
    }
    pictures += fresh;
    batches.at(-1)?.push(item);
  }
  return batches;
}

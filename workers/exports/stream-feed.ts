import { writeFeed } from "../../src/exports/feeds/feed-items.ts";
import type { PlannedFeed } from "../../src/exports/feeds/plan-feed.ts";
import { pagesOfBytes } from "../../src/exports/tasks/row-page-size.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const PAGE_BYTES = 128 * 1024;

/** Writes a feed for a caller who reads it as it is made. */
export const streamFeed = (
  { reader, now }: ThreadServices,
  tenantId: string,
  { feed, origin }: { feed: PlannedFeed; origin: string },
): AsyncIterable<Uint8Array> =>
  writeFeed(feed, { db: reader(tenantId), origin, nowMs: now(), size: pagesOfBytes(PAGE_BYTES) });

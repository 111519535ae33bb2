import type { Reader } from "../../../db/ports.ts";
import { profileTable } from "../profiles/profile-table.ts";
import { type ProductExport, productPages } from "../tables/product-table.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { FEED_TYPES } from "./feed-types.ts";
import { type FeedItems, itemsOf } from "./items-of.ts";
import type { PlannedFeed } from "./plan-feed.ts";
import { type FeedTally, writeItems } from "./write-items.ts";

/** Where and when items are made. */
export interface FeedPlace {
  db: Reader;
  /** The address of this service. */
  origin: string;
  nowMs: number;
  size: PageSize;
}

/** The names of the columns of a feed, and its items page by page. */
export function openItems(
  { feedType, wanted }: PlannedFeed,
  { db, origin, nowMs, size }: FeedPlace,
  part: Partial<Pick<ProductExport, "limit">> & { afterRowId?: number } = {},
): FeedItems {
  if (!wanted.profile) throw new TypeError("A feed has a profile");
  const { afterRowId, ...limited } = part;
  const selection = { ...wanted, ...limited };
  const table = profileTable(db, wanted.profile, {
    origin,
    nowMs,
    also: ["reference", "title"],
    size,
    open: (members, languages, fitting) => productPages(db, { ...selection, languages }, members, fitting, afterRowId),
  });
  return itemsOf(table, FEED_TYPES[feedType].rules);
}

/** Writes a feed in chunks, a page of products each, as they are taken; counts into `tally`. */
export const writeFeed = (feed: PlannedFeed, place: FeedPlace, tally?: FeedTally): AsyncIterable<Uint8Array> =>
  writeItems(feed, openItems(feed, place), place, tally);

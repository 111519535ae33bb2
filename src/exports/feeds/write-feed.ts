import { type FeedPlace, openItems } from "./feed-items.ts";
import type { PlannedFeed } from "./plan-feed.ts";
import { type FeedTally, writeItems } from "./write-items.ts";

/** Writes a feed in chunks, a page of products each, as they are taken; counts into `tally`. */
export const writeFeed = (feed: PlannedFeed, place: FeedPlace, tally?: FeedTally): AsyncIterable<Uint8Array> =>
  writeItems(feed, openItems(feed, place), place, tally);

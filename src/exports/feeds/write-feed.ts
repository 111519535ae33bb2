import { type FeedPlace, isRefused, openItems } from "./feed-items.ts";
import type { PlannedFeed } from "./plan-feed.ts";
import { FEED_TYPES } from "./types.ts";

/** How many items a file has, and how many it might have had. */
export interface FeedTally {
  items: number;
  leftOut: number;
}

const UTF8 = new TextEncoder();

/** Writes a feed in chunks, a page of products each, as they are taken; counts into `tally`. */
export async function* writeFeed(
  feed: PlannedFeed,
  place: FeedPlace,
  tally: FeedTally = { items: 0, leftOut: 0 },
): AsyncGenerator<Uint8Array, void> {
  const { writer } = FEED_TYPES[feed.feedType];
  const head = { ...feed.head, atMs: place.nowMs };
  const { names, pages } = openItems(feed, place);
  yield UTF8.encode(writer.head(head, names));
  for await (const page of pages) {
    let text = "";
    for (const item of page) {
      if (feed.leavesOut && isRefused(item)) {
        tally.leftOut++;
        continue;
      }
      text += (tally.items === 0 ? "" : writer.between) + writer.item(item.values, head, names);
      tally.items++;
    }
    const bytes = UTF8.encode(text);
    place.size.note(page.length, bytes.length);
    if (bytes.length > 0) yield bytes;
  }
  yield UTF8.encode(writer.tail);
}

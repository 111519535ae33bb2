import type { PageSize } from "../tasks/row-page-size.ts";

import type { FeedHead } from "./feed-type.ts";
import { FEED_TYPES, type FeedTypeName } from "./feed-types.ts";
import { type FeedItems, isRefused } from "./items-of.ts";

/** How many items a file has, and how many it might have had. */
export interface FeedTally {
  items: number;
  leftOut: number;
}

/** How items become a file. Plain data. */
export interface FeedFormat {
  feedType: FeedTypeName;
  head: Omit<FeedHead, "atMs">;
  /** Whether what the specification would refuse stays out. */
  leavesOut: boolean;
}

const UTF8 = new TextEncoder();

/** Writes items in chunks, a page each, as they are taken; counts into `tally`. */
export async function* writeItems(
  { feedType, head: given, leavesOut }: FeedFormat,
  { names, pages }: FeedItems,
  { size, nowMs }: { size: PageSize; nowMs: number },
  tally: FeedTally = { items: 0, leftOut: 0 },
): AsyncGenerator<Uint8Array, void> {
  const { writer } = FEED_TYPES[feedType];
  const head = { ...given, atMs: nowMs };
  yield UTF8.encode(writer.head(head, names));
  for await (const page of pages) {
    let text = "";
    for (const item of page) {
      if (leavesOut && isRefused(item)) {
        tally.leftOut++;
        continue;
      }
      text += (tally.items === 0 ? "" : writer.between) + writer.item(item.values, head, names);
      tally.items++;
    }
    const bytes = UTF8.encode(text);
    size.note(page.length, bytes.length);
    if (bytes.length > 0) yield bytes;
  }
  yield UTF8.encode(writer.tail);
}

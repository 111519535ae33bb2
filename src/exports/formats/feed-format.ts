import { FEED_TYPES } from "../feeds/feed-types.ts";
import { itemsOf } from "../feeds/items-of.ts";
import { writeItems } from "../feeds/write-items.ts";
import type { ProfileRow } from "../profiles/profile-row.ts";
import type { Table } from "../tables/table.ts";
import { type Format, type FormatOf, onlyTable } from "./format.ts";

/** Files of marketplaces: a feed says which, no body of a request. */
export const feedFormat: Omit<Format<FormatOf<"feed">>, "read"> = {
  body: {},
  contentType: ({ feedType }) => FEED_TYPES[feedType].contentType,
  ending: ({ feedType }) => FEED_TYPES[feedType].ending,
  write: (tables, options, { nowMs }, size) => {
    // A feed has a profile.
    const table = onlyTable(tables) as Table<ProfileRow>;
    return writeItems(options, itemsOf(table, FEED_TYPES[options.feedType].rules), { size, nowMs });
  },
};

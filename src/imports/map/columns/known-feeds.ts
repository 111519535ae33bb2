import { COMPARISONS } from "../feeds/comparisons.ts";
import { SHOPS } from "../feeds/shops.ts";
import { STANDARDS } from "../feeds/standards.ts";
import { TRADE } from "../feeds/trade.ts";

/** What a column of a feed holds: a field with how sure that is beside others of the feed, or nothing for a field. */
export type FeedColumn = { target: string; score: number } | null;

const FEEDS = [...SHOPS, ...TRADE, ...STANDARDS, ...COMPARISONS];

const BY_FEED = 5000;

/** The name of a column, and the shorter ones by the last steps of its path. */
function namesOf(column: string): string[] {
  const name = column.trim().toLowerCase();
  const steps = name.split(".");
  return [name, ...[2, 1].flatMap((count) => (steps.length > count ? [steps.slice(-count).join(".")] : []))];
}

/**
 * Knows a feed by its columns; gives for each what it holds, `null` for no field, `undefined` where the feed does not say.
 * `undefined` for a list of no known kind.
 */
export function findFeed(columns: readonly string[]): ((column: string) => FeedColumn | undefined) | undefined {
  const there = new Set(columns.flatMap(namesOf));
  const feed = FEEDS.find(({ marks }) => marks.every((mark) => there.has(mark)));
  if (!feed) return undefined;
  const targets = Object.entries(feed.targets);
  return (column) => {
    for (const name of namesOf(column)) {
      const rank = targets.findIndex(([known]) => known === name);
      const target = targets[rank]?.[1];
      if (target !== undefined) return { target, score: BY_FEED - rank };
      if (feed.nothing.includes(name)) return null;
    }
    return undefined;
  };
}

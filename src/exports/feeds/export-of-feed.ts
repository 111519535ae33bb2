import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import type { ExportOptions } from "../tasks/export-options.ts";
import { Feed } from "./export-feed.ts";
import { planFeed } from "./plan-feed.ts";

/** The file of a feed, to be sent. Throws what `refuse` makes of what is wrong with it. */
export async function exportOfFeed(
  db: Reader,
  feedId: string,
  { origin, refuse }: { origin: string; refuse: (problems: FieldProblem[]) => Error },
): Promise<ExportOptions> {
  const row = await Feed.table.find(db, feedId);
  const feed = row && (await planFeed(db, row));
  if (!feed || "problems" in feed) {
    throw refuse([{ field: "feed_id", type: "invalid_value", key: "validation.unknown_reference" }]);
  }
  const { wanted, ...format } = feed;
  return { resource: "products", wanted, format: { name: "feed", ...format }, origin };
}

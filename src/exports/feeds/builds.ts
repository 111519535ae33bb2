import { findBuiltFile, type NewBuild, putBuild } from "../../../db/exports/feed-builds.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { Feed, type FeedRow } from "./export-feed.ts";
import type { KeptToken } from "./feed-token.ts";

/** What cannot be made now is requested again by the next who fetches it. */
const ATTEMPTS_MAX = 2;

/** Has the file of a feed made, unless somebody has requested that already. */
export const requestBuild = mutation(
  "export-feeds.request-build",
  async (tx, { feedId }: { feedId: string }, context): Promise<void> => {
    const job = { queue: "bulk", uniqueKey: `feed ${feedId}`, attemptsMax: ATTEMPTS_MAX } as const;
    await enqueue(tx, "exports.build-feed", { feedId }, context, job);
  },
);

/** Notes the new file of a feed. Answers the one before, and whether the feed is still there. */
export const noteBuild = mutation(
  "export-feeds.note-build",
  async (tx, { feedId, build }: { feedId: string; build: NewBuild }) => {
    const before = await findBuiltFile(tx, feedId);
    return { before, isKept: (await putBuild(tx, feedId, build)) > 0 };
  },
);

interface Rotation extends Conditional {
  id: string;
  kept: KeptToken;
  origin: string;
}

/** Gives a feed another address; the one before is gone at once. Throws NOT_FOUND, PRECONDITION_FAILED. */
export const rotateToken = mutation(
  "export-feeds.rotate-token",
  async (tx, { id, expected, kept, origin }: Rotation, context): Promise<FeedRow> => {
    const { product_count: _, ...row } = await Feed.require(tx, id);
    requireVersion(expected, row.version);
    const [after = row] = await Feed.table.update(tx, [
      { ...row, ...kept, origin, updated_at_ms: context.now() } as FeedRow,
    ]);
    await noteAudit(tx, context, "export_feed.token_rotated", id, { name: row.name });
    return after as FeedRow;
  },
);

import { readSequence } from "../../db/products/sequence.ts";
import { noteBuild } from "../../src/exports/feeds/builds.ts";
import { Feed } from "../../src/exports/feeds/export-feed.ts";
import { writeFeed } from "../../src/exports/feeds/feed-items.ts";
import { planFeed } from "../../src/exports/feeds/plan-feed.ts";
import { FULL_PAGES } from "../../src/exports/tasks/row-page-size.ts";
import { FatalJobError, type JobHandler } from "../../src/jobs/job.ts";
import { leavingSpace } from "../../src/storage/free-space.ts";
import { storageLeft } from "../../src/storage/tenant-quota.ts";

/** Ends with the signal: a feed of a million products takes minutes. */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Makes the file of a feed from one state of the database. The one before is served until this one is whole. */
export const buildFeed: JobHandler<"exports.build-feed"> = async ({ feedId }, { db, services, signal, commit }) => {
  const { files, config, now, newId } = services;
  const snapshot = await services.snapshot(db.tenantId);
  try {
    const row = await Feed.table.find(snapshot, feedId);
    if (!row?.is_active) return;
    const feed = await planFeed(snapshot, row);
    if ("problems" in feed) throw new FatalJobError(`the feed cannot be made: ${feed.problems[0]?.field}`);
    const tally = { items: 0, leftOut: 0 };
    const nowMs = now();
    const sequence = await readSequence(snapshot);
    const place = { db: snapshot, origin: config.apiUrl ?? row.origin, nowMs, size: FULL_PAGES };
    const content = leavingSpace(config, untilAborted(writeFeed(feed, place, tally), signal));
    const file = `${db.tenantId}/feeds/${newId()}`;
    const limitBytes = Math.max(0, await storageLeft(snapshot, config));
    const { sizeBytes, sha256 } = await files.put(file, content, { limitBytes });
    const build = { version: row.version, sequence, file, sha256, atMs: nowMs, sizeBytes, ...tally };
    const { before, isKept } = await commit(noteBuild, { feedId, build }, "done", { waits: false });
    // A reader who has it open goes on reading it.
    if (before !== undefined) await files.delete(before);
    if (!isKept) await files.delete(file);
  } finally {
    snapshot.close();
  }
};

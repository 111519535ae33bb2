import { countProducts } from "../../db/products/lists/count.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { ensureIndexState } from "../../search/libsql/index-state.ts";
import { writeEntries } from "../../search/libsql/write-index.ts";
import type { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import { settingsIdOf } from "../../search/meilisearch/settings.ts";
import { listChanged, listChangedPacked } from "../../search/product-sources.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { resetRemote } from "../../src/search/follower-steps.ts";
import { finishReindex, noteReindexed, Reindexes } from "../../src/search/reindex.ts";
import { findSynonymGroups, synonymsByWord } from "../../src/search/synonyms/synonym-groups.ts";
import { REMOTE_PRODUCTS_MAX } from "./follow-remote-index.ts";
import { refillSimilar } from "./follow-similar.ts";
import { indexEntry } from "./index-entry.ts";
import { remoteDocuments } from "./remote-documents.ts";

/** About 20 ms of the background worker's time. */
const PRODUCTS_MAX = 250;

/** Rebuilds a tenant's search index; what it had is searched until it is replaced. */
export const reindex: JobHandler<"search.reindex"> = async ({ reindexId: id }, context) => {
  const found = await Reindexes.find(context.db, id);
  if (!found) return;
  const { remote } = context.services.search;
  if (found.engine === "meilisearch" && remote) {
    // What follows the vectors fills that one.
    await refillSimilar(context.services, remote.similar, context.db);
    await reindexRemote(id, remote.words, context);
  } else await reindexInDatabase(id, context);
  await context.commit(finishReindex, { id }, "done");
};

/** Fills an index beside the one that is searched and swaps the two. Interrupted, it starts again. */
async function reindexRemote(id: string, remote: RemoteIndexes, context: JobContext<"search.reindex">): Promise<void> {
  const { db, signal, commit } = context;
  const { tenantId } = db;
  const total = await countProducts(db, { includeDeleted: true });
  const untilUs = await readSequence(db);
  const byWord = synonymsByWord(await findSynonymGroups(db));
  await remote.beginSpare(tenantId, byWord);
  let indexed = 0;
  for (let afterUs = 0; afterUs < untilUs; ) {
    signal.throwIfAborted();
    const sources = await listChanged(db, afterUs, REMOTE_PRODUCTS_MAX);
    if (sources.length === 0) break;
    await remote.applyToSpare(tenantId, await remoteDocuments(db, sources));
    indexed += sources.length;
    afterUs = sources.at(-1)?.updatedAtUs ?? untilUs;
    await commit(noteReindexed, { id, indexed, total: Math.max(total, indexed) }, "none");
  }
  const reset = { toUs: untilUs, settings: settingsIdOf(byWord) };
  // Before the swap, so that what changed since the beginning is looked through; after it, so that it is sent again.
  await commit(resetRemote, reset, "none");
  await remote.swapSpare(tenantId);
  await commit(resetRemote, reset, "none");
}

async function reindexInDatabase(id: string, context: JobContext<"search.reindex">): Promise<void> {
  const { db, services, signal, commit } = context;
  const { tag } = await services.writeIndex(ensureIndexState, db.tenantId, undefined);
  const total = await countProducts(db, { includeDeleted: true });
  // Later changes are followed anyway.
  const untilUs = await readSequence(db);
  let { afterUs, indexed } = context.checkpoint ?? { afterUs: 0, indexed: 0 };
  while (afterUs < untilUs) {
    signal.throwIfAborted();
    const sources = await listChangedPacked(db, afterUs, PRODUCTS_MAX);
    if (sources.length === 0) return;
    indexed += sources.length;
    afterUs = sources.at(-1)?.updatedAtUs ?? untilUs;
    const entries = sources.map((source) => indexEntry(source, tag));
    await services.writeIndex(writeEntries, db.tenantId, entries);
    await commit(noteReindexed, { id, indexed, total: Math.max(total, indexed) }, { checkpoint: { afterUs, indexed } });
  }
}

import { EVERY_TENANT, type Reader } from "../../db/ports.ts";
import { countProducts } from "../../db/products/lists/count.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { listErased } from "../../search/erased-rows.ts";
import { findState, listBehind, listFollowed, type SearchState } from "../../search/follower-state.ts";
import type { RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import { isBySynonyms, settingsIdOf } from "../../search/meilisearch/settings.ts";
import { listChanged } from "../../search/product-sources.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { moveRemote, openState, resetRemote } from "../../src/search/follower-steps.ts";
import { startReindex } from "../../src/search/reindex.ts";
import { findSynonymGroups, synonymsByWord } from "../../src/search/synonyms/synonym-groups.ts";
import { lookAgain } from "../look-again.ts";
import { compareWords } from "./compare-remote.ts";
import { type IndexHolder, openIndexHolder } from "./index-holder.ts";
import { openChecks } from "./remote-checks.ts";
import { remoteDocuments } from "./remote-documents.ts";

const POLL_MS = 500;
const TENANTS_MAX = 100;
/** Meilisearch is made for large batches; a product is about 1 KiB. */
export const REMOTE_PRODUCTS_MAX = 2_000;

/** Keeps Meilisearch's indexes up with the products of all tenants until `signal` aborts. Never throws. */
export async function followRemote(
  services: ThreadServices,
  indexes: RemoteIndexes,
  signal: AbortSignal,
): Promise<void> {
  const holder = openIndexHolder(services, "remote");
  const checkNext = openChecks(services, {
    of: "words",
    check: () => checkRemote(services, indexes),
    tenants: () => listFollowed(services.reader(EVERY_TENANT)),
    compare: (tenantId) => holder.step(tenantId, () => compareWords(services, indexes, tenantId, signal)),
  });
  // The server may be away: until it is back, libSQL's state says where to go on. Comparisons come one tenant at a time, so
  // that changes go in between.
  const catchUp = openCatchUp(services, indexes, holder);
  const look = async () => ((await catchUp(signal)) || (await checkNext()) ? 0 : undefined);
  await lookAgain(services, { look, restMs: POLL_MS, fault: "cannot follow with Meilisearch", level: "warn" }, signal);
  await holder.close();
}

/** What it returns sends some changes of each tenant that is behind, and says whether any was that no other process follows. */
const openCatchUp =
  (services: ThreadServices, indexes: RemoteIndexes, holder: IndexHolder) =>
  async (signal: AbortSignal): Promise<boolean> => {
    let hasSent = false;
    for (const tenantId of await listBehind(services.reader(EVERY_TENANT), "remote", TENANTS_MAX)) {
      if (signal.aborted) return false;
      if (await holder.step(tenantId, () => sendNext(services, indexes, tenantId))) hasSent = true;
    }
    return hasSent;
  };

/** Sends a tenant's next changes, and notes them once the server has taken them. */
export async function sendNext(services: ThreadServices, indexes: RemoteIndexes, tenantId: string): Promise<true> {
  const db = services.reader(tenantId);
  const state = (await findState(db)) ?? (await services.write(openState, tenantId, undefined));
  const { remoteToUs: fromUs } = state;
  // Before all else: a change that comes between is read, or is left for the next time.
  const clock = await readSequence(db);
  await sendSettings(services, indexes, db, state);
  const changed = await listChanged(db, fromUs, REMOTE_PRODUCTS_MAX);
  const lastUs = changed.at(-1)?.updatedAtUs ?? 0;
  const toUs = changed.length === REMOTE_PRODUCTS_MAX ? lastUs : Math.max(clock, lastUs);
  const hidden = changed.filter(({ isDeleted }) => isDeleted).map(({ rowId }) => rowId);
  const removed = [...(await listErased(db, fromUs, toUs)), ...hidden];
  await indexes.apply(tenantId, { removed, documents: await remoteDocuments(db, changed) });
  await services.write(moveRemote, tenantId, { fromUs, toUs });
  return true;
}

/** Makes the tenant's index when there is none, and gives it the synonyms when they have changed. */
async function sendSettings(services: ThreadServices, indexes: RemoteIndexes, db: Reader, state: SearchState) {
  const byWord = synonymsByWord(await findSynonymGroups(db));
  const { remoteSettings: known, remoteToUs: toUs } = state;
  const settings = settingsIdOf(byWord);
  if (known === settings) return;
  if (known === null) await indexes.ensure(db.tenantId, byWord);
  else if (isBySynonyms(known)) await indexes.setSynonyms(db.tenantId, byWord);
  // The check has the index rebuilt.
  else return;
  await services.write(resetRemote, db.tenantId, { toUs, settings });
}

/**
 * Compares each tenant's index with the database, and has those rebuilt that lack products, have too many, are missing, or
 * have other settings. One that is behind is left for the next time.
 */
export async function checkRemote(services: ThreadServices, indexes: RemoteIndexes): Promise<void> {
  const behind = new Set(await listBehind(services.reader(EVERY_TENANT), "remote", TENANTS_MAX));
  for (const tenantId of await listFollowed(services.reader(EVERY_TENANT))) {
    if (behind.has(tenantId) || (await isTrue(services.reader(tenantId), indexes))) continue;
    services.log.warn({ tenant: tenantId }, "Meilisearch differs from the database: its index is made anew");
    await services.write(startReindex, tenantId, { engine: "meilisearch" });
  }
}

async function isTrue(db: Reader, indexes: RemoteIndexes): Promise<boolean> {
  const state = await findState(db);
  const clock = await readSequence(db);
  const [products, documents] = [await countProducts(db, {}), await indexes.count(db.tenantId)];
  const byWord = synonymsByWord(await findSynonymGroups(db));
  // What changes meanwhile, or is not sent yet, is no difference.
  if (state?.remoteToUs !== clock || (await readSequence(db)) !== clock) return true;
  return state.remoteSettings === settingsIdOf(byWord) && products === documents;
}

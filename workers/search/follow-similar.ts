import { EVERY_TENANT, type Reader } from "../../db/ports.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { listErased } from "../../search/erased-rows.ts";
import { findState, listBehind, listEmbedding, listSimilar, type SearchState } from "../../search/follower-state.ts";
import { type SimilarIndexes, sourceId, type VectorSource } from "../../search/meilisearch/similar-index.ts";
import { listChanged } from "../../search/product-sources.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import {
  beginSimilarIndex,
  clearSimilarIndexes,
  moveSimilarIndex,
  openState,
  serveSimilarIndex,
} from "../../src/search/follower-steps.ts";
import { lookAgain } from "../look-again.ts";
import { compareSimilar } from "./compare-remote.ts";
import { ALONE, type IndexHolder, openIndexHolder } from "./index-holder.ts";
import { openChecks } from "./remote-checks.ts";
import { batchSize, mendSimilar, vectorSource } from "./similar-documents.ts";

const POLL_MS = 2_000;
/** The server is away, or its embedder is. */
const RETRY_MS = 60_000;
const TENANTS_MAX = 100;
/** An index with this number of changes to follow may replace the current one. */
const BEHIND_MAX = 1_000;

/** Keeps Meilisearch's indexes of vectors up with the products of all tenants until `signal` aborts. Never throws. */
export async function followSimilar(
  services: ThreadServices,
  indexes: SimilarIndexes,
  signal: AbortSignal,
): Promise<void> {
  const holder = openIndexHolder(services, "similar");
  const checkNext = openChecks(services, {
    of: "vectors",
    check: () => checkSimilar(services, indexes),
    tenants: () => listSimilar(services.reader(EVERY_TENANT)),
    compare: (tenantId) => holder.step(tenantId, () => compareSimilar(services, indexes, tenantId, signal)),
  });
  const sendNext = openSending(services, indexes, holder);
  const look = async () => ((await sendNext(signal)) || (await checkNext()) ? 0 : undefined);
  await lookAgain(services, { look, restMs: POLL_MS, fault: "cannot follow with Meilisearch", level: "warn" }, signal);
  await holder.close();
}

/** Brings each tenant one step on. What it returns says whether anyone had anything to do; it never throws. */
function openSending(
  services: ThreadServices,
  indexes: SimilarIndexes,
  holder: IndexHolder,
): (signal: AbortSignal) => Promise<boolean> {
  // Each tenant's troubles are its own: the others go on.
  const waiting = new Map<string, number>();

  async function send(tenantId: string): Promise<boolean> {
    if ((waiting.get(tenantId) ?? 0) > services.steadyNow()) return false;
    waiting.delete(tenantId);
    try {
      return await sendSimilar(services, indexes, tenantId, holder);
    } catch (error) {
      services.log.warn({ tenant: tenantId, error: String(error) }, "cannot send vectors to Meilisearch");
      waiting.set(tenantId, services.steadyNow() + RETRY_MS);
      return false;
    }
  }

  return async (signal) => {
    let hasMoved = false;
    for (const tenantId of await tenantsToFollow(services, indexes).catch(() => [])) {
      if (!signal.aborted && (await send(tenantId))) hasMoved = true;
    }
    return hasMoved;
  };
}

/** Has missing indexes of vectors filled again, and drops unknown ones. */
export async function checkSimilar(services: ThreadServices, indexes: SimilarIndexes): Promise<void> {
  await dropUnknown(services, indexes);
  for (const tenantId of await listSimilar(services.reader(EVERY_TENANT))) {
    const db = services.reader(tenantId);
    const state = await findState(db);
    const filled = state?.similarNext ?? state?.similarIndex ?? null;
    // One that is only just begun is not there yet.
    if (filled === null || state?.similarToUs === 0 || (await indexes.exists(tenantId, filled))) continue;
    services.log.warn({ tenant: tenantId }, "Meilisearch's index of vectors is gone: it is made anew");
    await refillSimilar(services, indexes, db);
  }
}

/** What a process left when it died between noting another current index and dropping the former. */
async function dropUnknown({ reader, log }: ThreadServices, indexes: SimilarIndexes): Promise<void> {
  // Before the notes are read: an index is noted before it is made.
  for (const { tenantId, name } of await indexes.list()) {
    const state = await findState(reader(tenantId));
    if (!state || name === state.similarIndex || name === state.similarNext) continue;
    log.warn({ tenant: tenantId, index: name }, "Meilisearch had an index of vectors that nobody asks: it is dropped");
    await indexes.drop(tenantId, name);
  }
}

/** The tenants that have vectors, or an index of them. */
async function tenantsToFollow({ reader }: ThreadServices, { embedder }: SimilarIndexes): Promise<string[]> {
  const db = reader(EVERY_TENANT);
  const behind = embedder ? await listBehind(db, "similar", TENANTS_MAX) : [];
  return [...new Set([...(await listEmbedding(db)), ...(await listSimilar(db)), ...behind])];
}

/** Brings a tenant's index of vectors one step on. Says whether there was anything to do that no other process does. */
export async function sendSimilar(
  services: ThreadServices,
  indexes: SimilarIndexes,
  tenantId: string,
  holder: IndexHolder = ALONE,
): Promise<boolean> {
  const db = services.reader(tenantId);
  if (!(await nextStep(services, indexes, db))) return false;
  // What was to be done before may be done by now.
  return (await holder.step(tenantId, async () => (await nextStep(services, indexes, db))?.())) !== undefined;
}

/** What is to be done next for a tenant's index of vectors; `undefined`: nothing. */
async function nextStep(
  services: ThreadServices,
  indexes: SimilarIndexes,
  db: Reader,
): Promise<(() => Promise<true>) | undefined> {
  const state = (await findState(db)) ?? (await services.write(openState, db.tenantId, undefined));
  const source = await vectorSource(services, indexes, db, state);
  // Until there are vectors of another model, those of the former are used.
  if (source === undefined) return undefined;
  if (source === null) return indexesOf(state).length === 0 ? undefined : () => clear(services, indexes, db, state);
  const id = sourceId(source);
  const filled = state.similarNext ?? state.similarIndex;
  if (!filled?.startsWith(id)) return () => begin(services, indexes, db, { state, id });
  // With our vectors the index follows the making of them, which follows the products.
  const untilUs = source.by === "us" ? state.vectorToUs : await readSequence(db);
  const { similarToUs: fromUs } = state;
  if (fromUs < untilUs) return () => sendChanges(services, indexes, db, { name: filled, source, fromUs, untilUs });
  const isToServe = state.similarNext !== null && (await isFull(db, state, source));
  return isToServe ? () => serve(services, indexes, db, state) : undefined;
}

/** Has the tenant's index of vectors, if there is one, filled again beside the current one. */
export async function refillSimilar(services: ThreadServices, indexes: SimilarIndexes, db: Reader): Promise<void> {
  const state = await findState(db);
  const source = state && (await vectorSource(services, indexes, db, state));
  if (state && source) await begin(services, indexes, db, { state, id: sourceId(source) });
}

/** Begins an index beside the current one. */
async function begin(
  { write, newId }: ThreadServices,
  indexes: SimilarIndexes,
  { tenantId }: Reader,
  { state, id }: { state: SearchState; id: string },
): Promise<true> {
  if (state.similarNext !== null) await indexes.drop(tenantId, state.similarNext);
  const next = `${id}_${newId().replaceAll("-", "")}`;
  // First the note: an unknown index would never be dropped.
  await write(beginSimilarIndex, tenantId, { next });
  return true;
}

/** Whether nearly all vectors have been made that the index is to hold. */
async function isFull(db: Reader, { similarIndex, vectorToUs }: SearchState, { by }: VectorSource): Promise<boolean> {
  if (by === "server" || similarIndex === null) return true;
  return (await listChanged(db, vectorToUs, BEHIND_MAX)).length < BEHIND_MAX;
}

async function serve(
  { write }: ThreadServices,
  indexes: SimilarIndexes,
  { tenantId }: Reader,
  { similarNext: next, similarIndex: former }: SearchState,
): Promise<true> {
  if (next === null || (await write(serveSimilarIndex, tenantId, { next })) === 0) return true;
  if (former !== null) await indexes.drop(tenantId, former);
  return true;
}

const indexesOf = ({ similarIndex, similarNext }: SearchState): string[] =>
  [similarIndex, similarNext].filter((name) => name !== null);

/** The tenant has no model any more. */
async function clear(
  { write }: ThreadServices,
  indexes: SimilarIndexes,
  { tenantId }: Reader,
  state: SearchState,
): Promise<true> {
  for (const name of indexesOf(state)) await indexes.drop(tenantId, name);
  await write(clearSimilarIndexes, tenantId, undefined);
  return true;
}

/** Sends the next changes, and notes them once the server has taken them. */
async function sendChanges(
  { write }: ThreadServices,
  indexes: SimilarIndexes,
  db: Reader,
  { name, source, fromUs, untilUs }: { name: string; source: VectorSource; fromUs: number; untilUs: number },
): Promise<true> {
  const limit = batchSize(source);
  const next = await listChanged(db, fromUs, limit);
  const changed = next.filter(({ updatedAtUs }) => updatedAtUs <= untilUs);
  const isLast = changed.length < limit;
  const toUs = isLast ? untilUs : (changed.at(-1)?.updatedAtUs ?? untilUs);
  await mendSimilar(indexes, db, { name, source, sources: changed, deleted: await listErased(db, fromUs, toUs) });
  await write(moveSimilarIndex, db.tenantId, { fromUs, toUs });
  return true;
}

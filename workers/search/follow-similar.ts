import { setTimeout as sleep } from "node:timers/promises";
import { EVERY_TENANT, type Reader } from "../../db/ports.ts";
import { readClock } from "../../db/products/list.ts";
import {
  findState,
  listBehind,
  listEmbedding,
  listSimilar,
  type SearchState,
} from "../../search/libsql/index-state.ts";
import { listErased } from "../../search/meilisearch/facts.ts";
import { among } from "../../search/meilisearch/filter.ts";
import {
  type SimilarIndexes,
  type SimilarVersion,
  sourceId,
  type VectorSource,
} from "../../search/meilisearch/similar-index.ts";
import { listChanged, type ProductSource } from "../../search/product-sources.ts";
import {
  beginSimilarIndex,
  forgetSimilarIndexes,
  moveSimilarIndex,
  serveSimilarIndex,
} from "../../src/search/follow-similar.ts";
import { openIndex } from "../../src/search/index-products.ts";
import type { ThreadServices } from "../../src/services.ts";
import { similarDocuments, vectorSource, wantedVersions } from "./similar-documents.ts";

const POLL_MS = 2_000;
/** The server is away, or its embedder is. */
const RETRY_MS = 60_000;
const TENANTS_MAX = 100;
/** 500 vectors of 1,536 numbers are about 8 MiB of JSON. */
const VECTORS_MAX = 500;
/** Texts that the server's embedder takes in, and how long it may: an embedder that is away holds up all other tasks. */
const TEXTS_MAX = 100;
const EMBED_MS = 45_000;
/** An index that is so many changes behind may take the place of one that is there. */
const BEHIND_MAX = 1_000;

/** Keeps Meilisearch's indexes of vectors up with the products of all tenants until `signal` aborts. Never throws. */
export async function followSimilar(
  services: ThreadServices,
  indexes: SimilarIndexes,
  signal: AbortSignal,
): Promise<void> {
  // Each tenant's troubles are its own: the others go on.
  const waiting = new Map<string, number>();
  const isDue = (tenantId: string) => (waiting.get(tenantId) ?? 0) <= services.now();
  while (!signal.aborted) {
    const tenants = await tenantsToFollow(services, indexes).catch(() => []);
    let hasMoved = false;
    for (const tenantId of tenants.filter(isDue)) {
      if (signal.aborted) return;
      waiting.delete(tenantId);
      const moved = await sendSimilar(services, indexes, tenantId).catch((error: unknown) => {
        services.log.warn({ tenant: tenantId, error: String(error) }, "cannot send vectors to Meilisearch");
        waiting.set(tenantId, services.now() + RETRY_MS);
        return false;
      });
      hasMoved ||= moved;
    }
    if (!hasMoved) await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The tenants that have vectors, or an index of them. */
async function tenantsToFollow({ reader }: ThreadServices, { embedder }: SimilarIndexes): Promise<string[]> {
  const db = reader(EVERY_TENANT);
  const behind = embedder ? await listBehind(db, "similar", TENANTS_MAX) : [];
  return [...new Set([...(await listEmbedding(db)), ...(await listSimilar(db)), ...behind])];
}

/** Brings a tenant's index of vectors one step on. Says whether there was anything to do. */
export async function sendSimilar(
  services: ThreadServices,
  indexes: SimilarIndexes,
  tenantId: string,
): Promise<boolean> {
  const db = services.reader(tenantId);
  const state = (await findState(db)) ?? (await services.write(openIndex, tenantId, undefined));
  const source = await vectorSource(services, indexes, db, state);
  // Until there are vectors of another model, those of the former are asked.
  if (source === undefined) return false;
  if (source === null) return forget(services, indexes, db, state);
  const id = sourceId(source);
  const filled = state.similarNext ?? state.similarIndex;
  if (!filled?.startsWith(id)) return begin(services, indexes, db, { state, id });
  // With our vectors the index follows the making of them, which follows the products.
  const untilUs = source.by === "us" ? state.vectorToUs : await readClock(db);
  const { similarToUs: fromUs } = state;
  if (fromUs < untilUs) await sendChanges(services, indexes, db, { name: filled, source, fromUs, untilUs });
  else if (state.similarNext === null || !(await isFull(db, state, source))) return false;
  else await serve(services, indexes, db, state);
  return true;
}

/** Has the tenant's index of vectors, if there is one, filled anew beside the one that is asked. */
export async function refillSimilar(services: ThreadServices, indexes: SimilarIndexes, db: Reader): Promise<void> {
  const state = await findState(db);
  const source = state && (await vectorSource(services, indexes, db, state));
  if (state && source) await begin(services, indexes, db, { state, id: sourceId(source) });
}

/** Begins an index beside the one that is asked. */
async function begin(
  { write, newId }: ThreadServices,
  indexes: SimilarIndexes,
  { tenantId }: Reader,
  { state, id }: { state: SearchState; id: string },
): Promise<true> {
  if (state.similarNext !== null) await indexes.drop(tenantId, state.similarNext);
  const next = `${id}_${newId().replaceAll("-", "")}`;
  // First the note: an index that nobody knows of would never be dropped.
  await write(beginSimilarIndex, tenantId, { next });
  return true;
}

/** Whether nearly all vectors have been made that the index is to hold. */
async function isFull(db: Reader, { similarIndex, vectorToUs }: SearchState, { by }: VectorSource): Promise<boolean> {
  if (by === "server" || similarIndex === null) return true;
  return (await listChanged(db, vectorToUs, BEHIND_MAX)).length < BEHIND_MAX;
}

async function serve({ write }: ThreadServices, indexes: SimilarIndexes, { tenantId }: Reader, state: SearchState) {
  const { similarNext: next, similarIndex: former } = state;
  if (next === null || (await write(serveSimilarIndex, tenantId, { next })) === 0) return;
  if (former !== null) await indexes.drop(tenantId, former);
}

/** The tenant has no model any more. */
async function forget({ write }: ThreadServices, indexes: SimilarIndexes, { tenantId }: Reader, state: SearchState) {
  const names = [state.similarIndex, state.similarNext].filter((name) => name !== null);
  if (names.length === 0) return false;
  for (const name of names) await indexes.drop(tenantId, name);
  await write(forgetSimilarIndexes, tenantId, undefined);
  return true;
}

/** Sends the next changes, and notes them once the server has taken them. */
async function sendChanges(
  { write }: ThreadServices,
  indexes: SimilarIndexes,
  db: Reader,
  { name, source, fromUs, untilUs }: { name: string; source: VectorSource; fromUs: number; untilUs: number },
): Promise<void> {
  const limit = source.by === "us" ? VECTORS_MAX : TEXTS_MAX;
  const next = await listChanged(db, fromUs, limit);
  const changed = next.filter(({ updatedAtUs }) => updatedAtUs <= untilUs);
  const isLast = changed.length < limit;
  const toUs = isLast ? untilUs : (changed.at(-1)?.updatedAtUs ?? untilUs);
  await mendSimilar(indexes, db, { name, source, sources: changed, gone: await listErased(db, fromUs, toUs) });
  await write(moveSimilarIndex, db.tenantId, { fromUs, toUs });
}

/** What an index is to be as the database is in. */
interface Mending {
  name: string;
  source: VectorSource;
  /** Products to look at. */
  sources: readonly ProductSource[];
  /** Rows that are no products any more. */
  gone: readonly number[];
}

/**
 * Makes an index hold these products as they are, and sends only those that it holds otherwise: a vector is long, and a new
 * price does not change it. Returns how many it sent and removed.
 */
async function mendSimilar(
  indexes: SimilarIndexes,
  db: Reader,
  { name, source, sources, gone }: Mending,
): Promise<number> {
  const { tenantId } = db;
  await indexes.ensure(tenantId, name, source);
  const rows = sources.map(({ rowId }) => rowId);
  const page = { filter: among("row_id", rows), offset: 0, limit: rows.length };
  const held = rows.length === 0 ? [] : await indexes.listVersions(tenantId, name, page);
  const heldByRow = new Map(held.map((each) => [each.row_id, each]));
  const wanted = await wantedVersions(db, source, sources);
  const others = wanted.filter((version) => !isSame(heldByRow.get(version.row_id), version));
  const wantedRows = new Set(wanted.map((version) => version.row_id));
  // The row of one that is gone may have been given to a new product.
  const removed = [...gone, ...heldByRow.keys()].filter((row) => !wantedRows.has(row));
  const documents = await similarDocuments(db, source, others, sources);
  await indexes.apply(tenantId, name, { removed, documents }, source.by === "server" ? EMBED_MS : undefined);
  return removed.length + documents.length;
}

const isSame = (held: SimilarVersion | undefined, wanted: SimilarVersion): boolean =>
  held?.is_active === wanted.is_active && held.text_hash === wanted.text_hash;

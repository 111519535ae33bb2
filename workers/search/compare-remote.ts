import type { Reader } from "../../db/ports.ts";
import { findState } from "../../search/follower-state.ts";
import type { DocumentVersion, RemoteIndexes } from "../../search/meilisearch/remote-index.ts";
import type { SimilarIndexes } from "../../search/meilisearch/similar-index.ts";
import { listByRow, listVersions, type ProductVersion } from "../../search/product-sources.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findOpenReindex } from "../../src/search/reindex.ts";
import { remoteDocuments } from "./remote-documents.ts";
import { batchSize, mendSimilar, vectorSource } from "./similar-documents.ts";

/** Versions that are held in memory at a time, from each side. */
const VERSIONS_MAX = 2_000;
const END = Number.MAX_SAFE_INTEGER;

/** What a comparison has found and mended. */
export interface Mended {
  /** Products that the index did not have, or had otherwise. */
  sent: number;
  /** Documents of what is no product any more. */
  removed: number;
}

type Page = { filter: string; offset: number; limit: number };

/** All documents after one row id up to another. There are hardly more than products, but nothing says so. */
async function listHeld<Version>(
  list: (page: Page) => Promise<Version[]>,
  after: number,
  upTo: number,
): Promise<Version[]> {
  const held: Version[] = [];
  const filter = `row_id > ${after} AND row_id <= ${upTo}`;
  for (;;) {
    const page = await list({ filter, offset: held.length, limit: VERSIONS_MAX });
    held.push(...page);
    if (page.length < VERSIONS_MAX) return held;
  }
}

/** Those of some rows that are no live products, not even since the others were read. */
async function listDead(db: Reader, rowIds: readonly number[]): Promise<number[]> {
  if (rowIds.length === 0) return [];
  const alive = new Set((await listByRow(db, rowIds)).filter(({ isDeleted }) => !isDeleted).map(({ rowId }) => rowId));
  return rowIds.filter((rowId) => !alive.has(rowId));
}

/** The tenant's live products in parts of some, with the row ids that a part reaches from and to. */
async function* parts(db: Reader, limit: number, signal: AbortSignal) {
  for (let after = 0; after < END; ) {
    signal.throwIfAborted();
    const products = await listVersions(db, after, limit);
    const last = products.length < limit ? undefined : products.at(-1);
    const upTo = last?.rowId ?? END;
    yield { products, after, upTo };
    after = upTo;
  }
}

const isSame = (held: DocumentVersion | undefined, { updatedAtUs, completenessScore }: ProductVersion): boolean =>
  held?.updated_at_us === updatedAtUs && held.completeness_score === completenessScore;

/**
 * Compares a tenant's index of words with the database, document by document, and mends what is old, missing or left over.
 * What has changed since the index was brought up to date is left to who follows the changes: to be run by that, so that no
 * document is sent twice at a time. Throws `SearchUnavailable`.
 */
export async function compareWords(
  { reader }: ThreadServices,
  words: RemoteIndexes,
  tenantId: string,
  signal: AbortSignal,
): Promise<Mended> {
  const db = reader(tenantId);
  const mended: Mended = { sent: 0, removed: 0 };
  const { remoteToUs: followedToUs = 0 } = (await findState(db)) ?? {};
  if (await findOpenReindex(db)) return mended;
  for await (const { products, after, upTo } of parts(db, VERSIONS_MAX, signal)) {
    const held = await listHeld((page) => words.listVersions(tenantId, page), after, upTo);
    const heldByRow = new Map(held.map((each) => [each.row_id, each]));
    const wrong = products.filter(
      (each) => each.updatedAtUs <= followedToUs && !isSame(heldByRow.get(each.rowId), each),
    );
    for (const { rowId } of products) heldByRow.delete(rowId);
    const removed = await listDead(db, [...heldByRow.keys()]);
    if (wrong.length + removed.length === 0) continue;
    const sources = await listByRow(
      db,
      wrong.map(({ rowId }) => rowId),
    );
    const documents = await remoteDocuments(db, sources);
    await words.apply(tenantId, { removed, documents });
    mended.sent += documents.length;
    mended.removed += removed.length;
  }
  return mended;
}

/** Like `compareWords`, for a tenant's index of vectors. */
export async function compareSimilar(
  services: ThreadServices,
  indexes: SimilarIndexes,
  tenantId: string,
  signal: AbortSignal,
): Promise<Mended> {
  const db = services.reader(tenantId);
  const mended: Mended = { sent: 0, removed: 0 };
  const state = await findState(db);
  const source = state && (await vectorSource(services, indexes, db, state));
  const name = state?.similarNext === null ? state.similarIndex : null;
  if (!source || name === null) return mended;
  for await (const { products, after, upTo } of parts(db, batchSize(source), signal)) {
    const rows = products.filter(({ updatedAtUs }) => updatedAtUs <= state.similarToUs).map(({ rowId }) => rowId);
    const sources = await listByRow(db, rows);
    const held = await listHeld((page) => indexes.listVersions(tenantId, name, page), after, upTo);
    const known = new Set(products.map(({ rowId }) => rowId));
    const others = held.map((each) => each.row_id).filter((rowId) => !known.has(rowId));
    const { sent, removed } = await mendSimilar(indexes, db, {
      name,
      source,
      sources,
      deleted: await listDead(db, others),
    });
    mended.sent += sent;
    mended.removed += removed;
  }
  return mended;
}

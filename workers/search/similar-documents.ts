import type { Reader } from "../../db/ports.ts";
import { type SearchState, vectorSpace } from "../../search/follower-state.ts";
import { among } from "../../search/meilisearch/filter.ts";
import {
  type SimilarDocument,
  type SimilarIndexes,
  type SimilarVersion,
  type VectorSource,
  withVector,
} from "../../search/meilisearch/similar-index.ts";
import type { ProductSource } from "../../search/product-sources.ts";
import { findTextHashes, findVectors } from "../../search/vectors.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { embeddedText } from "../../src/search/similar/embed-texts.ts";
import { findEmbeddingSettings } from "../../src/search/similar/embedding-settings.ts";

/** 500 vectors of 1,536 numbers are about 8 MiB of JSON. */
const VECTORS_MAX = 500;
/** What the server's embedder does in a few seconds: until it is done, no other task is. */
const TEXTS_MAX = 100;

/** How many products are sent at a time. */
export const batchSize = ({ by }: VectorSource): number => (by === "us" ? VECTORS_MAX : TEXTS_MAX);

/**
 * What a tenant's index of vectors is to be made from: its own model before the server's embedder. `null`: it is to have
 * none; `undefined`: its model has made none yet.
 */
export async function vectorSource(
  { secrets }: Pick<ThreadServices, "secrets">,
  { embedder }: Pick<SimilarIndexes, "embedder">,
  db: Reader,
  state: SearchState,
): Promise<VectorSource | null | undefined> {
  const settings = await findEmbeddingSettings(db, secrets);
  if (!settings) return embedder ? { by: "server", embedder } : null;
  const { vectorModel, vectorDimensions: dimensions } = state;
  const space = vectorModel === settings.identity ? vectorSpace(state) : undefined;
  return space === undefined || dimensions === null ? undefined : { by: "us", space, dimensions };
}

/** How the index is to have the live ones of these products; those without a vector are left out. */
async function wantedVersions(
  db: Reader,
  source: VectorSource,
  sources: readonly ProductSource[],
): Promise<SimilarVersion[]> {
  const live = sources.filter(({ isDeleted }) => !isDeleted);
  const ids = live.map(({ id }) => id);
  const made = source.by === "us" ? await findTextHashes(db, source.space, ids) : undefined;
  return live.flatMap((each) => {
    const hash = made ? made.get(each.id) : embeddedText(each).textHash;
    return hash === undefined ? [] : [{ row_id: each.rowId, is_active: each.status === "active", text_hash: hash }];
  });
}

/** The documents of these versions. */
async function similarDocuments(
  db: Reader,
  source: VectorSource,
  versions: readonly SimilarVersion[],
  sources: readonly ProductSource[],
): Promise<SimilarDocument[]> {
  const byRow = new Map(sources.map((each) => [each.rowId, each]));
  const of = (version: SimilarVersion) => byRow.get(version.row_id);
  if (source.by === "server") {
    return versions.flatMap((version) => {
      const product = of(version);
      return product ? [{ ...version, text: embeddedText(product).text }] : [];
    });
  }
  const ids = versions.flatMap((version) => of(version)?.id ?? []);
  const vectors = await findVectors(db, source.space, ids);
  return versions.flatMap((version) => {
    const vector = vectors.get(of(version)?.id ?? "");
    return vector ? [withVector(version, vector)] : [];
  });
}

/** What an index is to be as the database is in. */
interface Mending {
  name: string;
  source: VectorSource;
  /** Products to look at. */
  sources: readonly ProductSource[];
  /** Rows that are no products any more. */
  deleted: readonly number[];
}

/**
 * Makes an index hold these products as they are, and sends only those that it holds otherwise: a vector is long, and a new
 * price does not change it. Returns how many it sent and
 * removed. Throws `SearchUnavailable`.
 */
export async function mendSimilar(
  indexes: SimilarIndexes,
  db: Reader,
  { name, source, sources, deleted }: Mending,
): Promise<{ sent: number; removed: number }> {
  const { tenantId } = db;
  await indexes.ensure(tenantId, name, source);
  const rows = sources.map(({ rowId }) => rowId);
  const page = { filter: among("row_id", rows), offset: 0, limit: rows.length };
  const held = rows.length === 0 ? [] : await indexes.listVersions(tenantId, name, page);
  const heldByRow = new Map(held.map((each) => [each.row_id, each]));
  const wanted = await wantedVersions(db, source, sources);
  const others = wanted.filter((version) => !isSame(heldByRow.get(version.row_id), version));
  const wantedRows = new Set(wanted.map((version) => version.row_id));
  // The row of a deleted one may have been given to a new product.
  const removed = [...deleted, ...heldByRow.keys()].filter((row) => !wantedRows.has(row));
  const documents = await similarDocuments(db, source, others, sources);
  await indexes.apply(tenantId, name, source, { removed, documents });
  return { sent: documents.length, removed: removed.length };
}

const isSame = (held: SimilarVersion | undefined, wanted: SimilarVersion): boolean =>
  held?.is_active === wanted.is_active && held.text_hash === wanted.text_hash;

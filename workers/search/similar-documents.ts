import type { Reader } from "../../db/ports.ts";
import { type SearchState, vectorSpace } from "../../search/libsql/index-state.ts";
import {
  type SimilarDocument,
  type SimilarIndexes,
  type SimilarVersion,
  type VectorSource,
  withVector,
} from "../../search/meilisearch/similar-index.ts";
import type { ProductSource } from "../../search/product-sources.ts";
import { findTextHashes, findVectors } from "../../search/vectors.ts";
import { embeddedText } from "../../src/search/embedded-text.ts";
import { findEmbeddingSettings } from "../../src/search/embedding-settings.ts";
import type { ThreadServices } from "../../src/services.ts";

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

/** How the index is to have the live ones of these products; those of which there is no vector are left out. */
export async function wantedVersions(
  db: Reader,
  source: VectorSource,
  sources: readonly ProductSource[],
): Promise<SimilarVersion[]> {
  const live = sources.filter(({ isDeleted }) => !isDeleted);
  const ids = live.map(({ id }) => id);
  const made = source.by === "us" ? await findTextHashes(db, source.space, ids) : undefined;
  return live.flatMap((each) => {
    const hash = made ? made.get(each.id) : embeddedText(each).textHash;
    return hash === undefined ? [] : [{ row_id: each.rowId, is_active: each.isActive, text_hash: hash }];
  });
}

/** The documents of these versions. */
export async function similarDocuments(
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

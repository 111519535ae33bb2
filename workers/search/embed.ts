import { readSequence } from "../../db/products/sequence.ts";
import { findState, spaceOf } from "../../search/follower-state.ts";
import { listChanged, type ProductSource } from "../../search/product-sources.ts";
import { findTextHashes, type ProductVector } from "../../search/vectors.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { embeddedText, embedTexts } from "../../src/search/similar/embed-texts.ts";
import { type EmbeddingSettings, findEmbeddingSettings } from "../../src/search/similar/embedding-settings.ts";
import { restartEmbedding, storeVectors } from "../../src/search/similar/store-vectors.ts";

/** What an embedding server takes in one request without a fuss. */
const TEXTS_MAX = 64;

/** Makes the vectors of changed products, as far as their texts have changed. */
export const embed: JobHandler<"search.embed"> = async (_, context) => {
  const { db, services, signal, commit, throwIfTurnIsOver } = context;
  const settings = await findEmbeddingSettings(db, services.secrets);
  if (!settings) return;
  const known = await findState(db);
  const { identity: model } = settings;
  if (known?.vectorModel !== model) await commit(restartEmbedding, { model }, "none");
  for (;;) {
    signal.throwIfAborted();
    const { vectorToUs: fromUs = 0, vectorDimensions = null } = (await findState(db)) ?? {};
    // Before the rows: a change that comes between is read, or is left for the next time.
    const clock = await readSequence(db);
    if (clock <= fromUs) return;
    const changed = await listChanged(db, fromUs, TEXTS_MAX);
    const lastUs = changed.at(-1)?.updatedAtUs ?? 0;
    const toUs = changed.length === TEXTS_MAX ? lastUs : Math.max(clock, lastUs);
    const vectors = await vectorsOf(changed, settings, vectorDimensions, context);
    const dimensions = vectors[0]?.vector.length ?? null;
    if (isOther(dimensions, vectorDimensions)) {
      await commit(restartEmbedding, { model }, "none");
      // The queue tries again: it waits longer each time, should the server go on changing its mind.
      throw new Error(`${model} makes vectors of ${dimensions} numbers, and made them of ${vectorDimensions}`);
    }
    await commit(storeVectors, { vectors, dimensions, fromUs, toUs }, "kept");
    throwIfTurnIsOver();
  }
};

const isOther = (made: number | null, before: number | null) => made !== null && before !== null && made !== before;

/** The new vectors of those whose text is another than when their vector was made. */
async function vectorsOf(
  changed: readonly ProductSource[],
  settings: EmbeddingSettings,
  dimensions: number | null,
  { db, services }: JobContext<"search.embed">,
): Promise<ProductVector[]> {
  const live = changed.filter(({ isDeleted }) => !isDeleted);
  const ids = live.map(({ id }) => id);
  const space = dimensions === null ? undefined : spaceOf(settings.identity, dimensions);
  const hashes = space === undefined ? new Map<string, string>() : await findTextHashes(db, space, ids);
  const fresh = live
    .map((source) => ({ productId: source.id, ...embeddedText(source) }))
    .filter(({ productId, textHash }) => hashes.get(productId) !== textHash);
  if (fresh.length === 0) return [];
  const vectors = await embedTexts(
    services.outbound,
    settings,
    fresh.map(({ text }) => text),
  );
  const model = spaceOf(settings.identity, vectors[0]?.length ?? 0);
  return fresh.map(({ productId, textHash }, index) => ({ productId, textHash, model, vector: vectors[index] ?? [] }));
}

import { createHash } from "node:crypto";
import { readClock } from "../../db/products/list.ts";
import { findState } from "../../search/libsql/index-state.ts";
import { listChanged, type ProductSource } from "../../search/product-sources.ts";
import { findTextHashes, type ProductVector } from "../../search/vectors.ts";
import { embedTexts } from "../../src/search/embed-texts.ts";
import { type EmbeddingSettings, findEmbeddingSettings } from "../../src/search/embedding-settings.ts";
import { restartEmbedding, storeVectors } from "../../src/search/store-vectors.ts";
import type { JobContext, JobHandler } from "../job.ts";

/** What an embedding server takes in one request without a fuss. */
const TEXTS_MAX = 64;
const TEXT_LENGTH_MAX = 4_000;
const TAG = /<[^>]*>/g;

/** Makes the vectors of changed products, as far as their texts have changed. */
export const embed: JobHandler<"search.embed"> = async (_, context) => {
  const { db, services, signal, commit } = context;
  const settings = await findEmbeddingSettings(db, services.secrets);
  if (!settings) return;
  const known = await findState(db);
  if (known?.vectorModel !== settings.identity) await commit(restartEmbedding, { model: settings.identity }, "none");
  for (;;) {
    signal.throwIfAborted();
    const { vectorToUs: fromUs = 0 } = (await findState(db)) ?? {};
    // Before the rows: a change that comes between is read, or is left for the next time.
    const clock = await readClock(db);
    if (clock <= fromUs) return;
    const changed = await listChanged(db, fromUs, TEXTS_MAX);
    const lastUs = changed.at(-1)?.updatedAtUs ?? 0;
    const toUs = changed.length === TEXTS_MAX ? lastUs : Math.max(clock, lastUs);
    await commit(storeVectors, { vectors: await vectorsOf(changed, settings, context), fromUs, toUs }, "none");
  }
};

/** The new vectors of those whose text is another than when their vector was made. */
async function vectorsOf(
  changed: readonly ProductSource[],
  settings: EmbeddingSettings,
  { db, services }: JobContext<"search.embed">,
): Promise<ProductVector[]> {
  const { identity: model } = settings;
  const live = changed.filter(({ isDeleted }) => !isDeleted);
  const hashes = await findTextHashes(
    db,
    model,
    live.map(({ id }) => id),
  );
  const fresh = live
    .map((source) => ({ productId: source.id, text: textOf(source) }))
    .map((each) => ({ ...each, textHash: createHash("sha256").update(each.text).digest("hex") }))
    .filter(({ productId, textHash }) => hashes.get(productId) !== textHash);
  if (fresh.length === 0) return [];
  const vectors = await embedTexts(
    services.outbound,
    settings,
    fresh.map(({ text }) => text),
  );
  return fresh.map(({ productId, textHash }, index) => ({ productId, textHash, model, vector: vectors[index] ?? [] }));
}

const textOf = ({ title, brandName, categoryPath, shortDescription, description }: ProductSource): string =>
  [title, brandName, categoryPath, shortDescription, description]
    .filter((text) => text !== null && text !== "")
    .join("\n")
    .replace(TAG, " ")
    .slice(0, TEXT_LENGTH_MAX);

import { listBareChunks } from "../../db/documents/chunks.ts";
import { spaceOf } from "../../search/follower-state.ts";
import { storeChunkVectors } from "../../src/ai/documents/change-documents.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { embedTexts } from "../../src/search/similar/embed-texts.ts";
import { findEmbeddingSettings } from "../../src/search/similar/embedding-settings.ts";

/** What an embedding server takes in one request without a fuss. */
const TEXTS_MAX = 64;

/** Makes the vectors of passages that have none of the tenant's model. Nothing to do without one: words find them. */
export const embed: JobHandler<"documents.embed"> = async (_, context) => {
  const { db, services, signal, commit, throwIfTurnIsOver } = context;
  const settings = await findEmbeddingSettings(db, services.secrets);
  if (!settings) return;
  for (;;) {
    signal.throwIfAborted();
    const bare = await listBareChunks(db, settings.identity, TEXTS_MAX);
    if (bare.length === 0) return;
    const texts = bare.map(({ text }) => text);
    const vectors = await embedTexts(services.outbound, settings, texts);
    const model = spaceOf(settings.identity, vectors[0]?.length ?? 0);
    const chunks = bare.map((chunk, index) => ({ ...chunk, vector: vectors[index] ?? [] }));
    await commit(storeChunkVectors, { model, chunks }, "kept");
    throwIfTurnIsOver();
  }
};

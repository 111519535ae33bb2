import { listBareChunks } from "../../db/documents/chunks.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { readSequence } from "../../db/products/sequence.ts";
import { findState, listEmbedding } from "../../search/follower-state.ts";
import { queueChunkVectors } from "../../src/ai/documents/change-documents.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findEmbeddingSettings } from "../../src/search/similar/embedding-settings.ts";
import { queueEmbedding } from "../../src/search/similar/store-vectors.ts";
import { lookAgain } from "../look-again.ts";

const POLL_MS = 5_000;

/** Has vectors made for the changes of tenants that have a model for them, until `signal` aborts. Never throws. */
export const followVectors = (services: ThreadServices, signal: AbortSignal): Promise<void> =>
  lookAgain(
    services,
    { look: () => queueEmbeddings(services), restMs: POLL_MS, fault: "cannot queue the making of vectors" },
    signal,
  );

/** Queues a job for each tenant whose vectors are behind its products and passages, or are another model's. */
export async function queueEmbeddings(services: ThreadServices): Promise<undefined> {
  for (const tenantId of await listEmbedding(services.reader(EVERY_TENANT))) {
    const db = services.reader(tenantId);
    const settings = await findEmbeddingSettings(db, services.secrets);
    if (!settings) continue;
    const [bare] = await listBareChunks(db, settings.identity, 1);
    if (bare) await services.write(queueChunkVectors, tenantId, undefined);
    const state = await findState(db);
    const isBehind = (state?.vectorToUs ?? 0) < (await readSequence(db));
    if (isBehind || state?.vectorModel !== settings.identity) await services.write(queueEmbedding, tenantId, undefined);
  }
}

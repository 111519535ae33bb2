import { callModel } from "../../src/ai/provider/call-model.ts";
import { findOverlayOf } from "../../src/content/overlays/find-overlays.ts";
import {
  type RewriteOutcome,
  type RewriteRequest,
  readRewritten,
  rewritingMessages,
} from "../../src/content/overlays/rewriting.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";
import { requireDependency } from "../../src/settings/read-dependency.ts";
import { cleanHtml } from "../../src/text/clean-html.ts";

/**
 * Lets the tenant's model write a product's texts for entities, several at a time, and stores nothing. Throws
 * PRODUCT_NOT_FOUND, NOT_FOUND and AI_PROVIDER_NOT_CONFIGURED.
 */
export async function rewrite(
  services: ThreadServices,
  tenantId: string,
  { productId, entityIds, instructions }: RewriteRequest,
): Promise<RewriteOutcome[]> {
  const db = services.reader(tenantId);
  const ready = await requireDependency(db, services.secrets, "ai-provider");
  const { pivot } = await findLanguages(db);

  async function writeFor(entityId: string): Promise<RewriteOutcome> {
    const { product, entity } = await findOverlayOf(db, productId, entityId);
    const language = entity.default_language ?? pivot;
    const messages = rewritingMessages(product, entity, { language, instructions });
    const about = { action: "rewrite", promptSlug: null, productId: product.id };
    const answer = await callModel({ services, tenantId, ready }, { purpose: "descriptions", messages, ...about });
    if ("failure" in answer) return { entityId, failure: answer.failure.message, cause: answer.failure };
    const texts = readRewritten(answer.text);
    if (!texts) return { entityId, failure: "The model's answer is not in the form that was asked for" };
    return {
      entityId,
      description: cleanHtml(texts.description),
      shortDescription: cleanHtml(texts.shortDescription),
    };
  }

  const outcomes: RewriteOutcome[] = [];
  const waiting = [...entityIds];
  const workers = Array.from({ length: Number(ready.value["concurrency"]) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outcomes.push(await writeFor(next));
  });
  await Promise.all(workers);
  return outcomes;
}

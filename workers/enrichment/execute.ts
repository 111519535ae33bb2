import { readJson } from "../../src/ai/enrichment/answer/read-answer.ts";
import { findTarget } from "../../src/ai/enrichment/facts/product-facts.ts";
import { executePrompt } from "../../src/ai/enrichment/run/generate.ts";
import type { Execution } from "../../src/ai/enrichment/run/generate-request.ts";
import { requirePrompt } from "../../src/ai/prompts/prompt.ts";
import { resolved } from "../../src/ai/prompts/resolve-prompt.ts";
import type { ProviderFailure } from "../../src/ai/provider/call-provider.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { requireDependency } from "../../src/settings/read-dependency.ts";
import { cleanHtml } from "../../src/text/clean-html.ts";

/** Asks the tenant's model with one prompt for a product. Throws NOT_FOUND and AI_PROVIDER_NOT_CONFIGURED. */
export async function execute(
  services: ThreadServices,
  tenantId: string,
  { productId, slug }: { productId: string; slug: string },
  signal: AbortSignal,
): Promise<Execution | { failure: ProviderFailure }> {
  const db = services.reader(tenantId);
  const ready = await requireDependency(db, services.secrets, "ai-provider");
  const target = await findTarget(db, productId, null);
  const row = await requirePrompt(db, slug);
  const place = { services, tenantId, db, ready, options: { signal } };
  const answer = await executePrompt(place, target, resolved(row.purpose, "library", row));
  if ("failure" in answer) return answer;
  const { text, provider, model, unknown } = answer;
  const output = (row.output_format === "json" ? readJson(text) : undefined) ?? cleanHtml(text);
  return { output, provider, model, warnings: unknown.map((name) => `Unknown variable: ${name}`) };
}

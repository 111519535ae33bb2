import { listContentRecords } from "../../db/content-variants/content-records.ts";
import type { Reader } from "../../db/ports.ts";
import { findPassages } from "../../src/ai/documents/find-passages.ts";
import { findTarget } from "../../src/ai/enrichment/facts/product-facts.ts";
import { generate as generateAll } from "../../src/ai/enrichment/run/generate.ts";
import type { GenerateRequest } from "../../src/ai/enrichment/run/generate-request.ts";
import { givenPassages, type TypeFailure } from "../../src/ai/enrichment/run/generation.ts";
import { noteRunType, whileHeld } from "../../src/ai/enrichment/run/hold-product.ts";
import type { Generated } from "../../src/ai/enrichment/types.ts";
import { reuseOf } from "../../src/ai/provider/call-model.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { requireDependency } from "../../src/settings/read-dependency.ts";

/** The languages that a product has no texts in. */
export async function missingLanguages(db: Reader, productId: string, languages: readonly string[]): Promise<string[]> {
  const known = (await listContentRecords(db, productId)).filter(({ entityId }) => entityId === null);
  const have = new Set(known.filter(({ content }) => Object.keys(content).length > 0).map(({ language }) => language));
  return languages.filter((language) => !have.has(language));
}

/** Has the tenant's model make the requested texts for a product, and stores nothing but the ledger. */
export async function generate(
  services: ThreadServices,
  tenantId: string,
  request: GenerateRequest,
  signal: AbortSignal,
): Promise<(Generated | TypeFailure)[]> {
  const db = services.reader(tenantId);
  const { productId, entityId, runId, languages, reuse, ...generation } = request;
  const ready = await requireDependency(db, services.secrets, "ai-provider");
  const target = await findTarget(db, productId, entityId);
  const begin = (type: string) => services.write(noteRunType, tenantId, { productId, runId, type });
  const known = reuse ? { reuse: reuseOf(db, services.now()) } : {};
  const place = { services, tenantId, db, ready, begin, options: { signal }, ...known };
  // What a batch is given too: its data sheets, where there are any.
  const passages = generation.documents === undefined ? await findPassages(services, db, target) : undefined;
  const found = passages && givenPassages(passages);
  const wanted = { ...generation, ...found, languages: await missingLanguages(db, productId, languages) };
  return whileHeld(services, tenantId, runId, () => generateAll(place, target, wanted));
}

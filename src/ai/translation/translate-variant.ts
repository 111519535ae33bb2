import type { OpenCall } from "../../../db/ai/calls.ts";
import type { Reader } from "../../../db/ports.ts";
import { Brand } from "../../reference/brands/brand.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { findTarget } from "../enrichment/facts/product-facts.ts";
import type { Flag } from "../enrichment/metadata.ts";
import { faultsOf, translateTexts } from "../enrichment/run/translate-texts.ts";
import { resolvePrompts } from "../prompts/resolve-prompt.ts";
import type { ProviderFailure } from "../provider/call-provider.ts";
import { chooseModel } from "../provider/choose-model.ts";
import { payFor } from "../provider/paid-call.ts";
import type { Budget } from "../provider/reserve.ts";
import { callTranslator, TIMEOUT_MS, translatorPrice } from "./call-translator.ts";
import { HTML_FIELDS } from "./fields.ts";
import { type ProtectedTerms, protect, protectedTerms, restore } from "./protect.ts";
import type { TranslationRequest } from "./request.ts";
import type { PlannedVariant } from "./translation-plan.ts";
import type { Terms } from "./translation-terms.ts";

/** Where a batch translates. */
export interface TranslationPlace {
  services: Pick<ThreadServices, "outbound" | "write" | "newId" | "pause">;
  db: Reader;
  batchId: string;
  request: TranslationRequest;
  translator: ReadyDependency | undefined;
  model: ReadyDependency | undefined;
  terms: Terms;
  signal: AbortSignal;
  /** It can go on later: a longer wait for a provider's limit is left to its job. */
  limitWaitMs?: number | undefined;
  /** The batch's own. */
  budget?: Budget | undefined;
  /** The setting that has the tenant's: it counts for translators too, whether or not there is a model. */
  tenantBudgets: Record<string, unknown>;
}

/** A prompt and its revision. */
export interface UsedPrompt {
  slug: string | null;
  version: string;
}

/** Who has translated, and by which prompts. Plain data. */
export interface TranslatedBy {
  provider: string;
  model: string;
  /** Of a model. */
  prompt: UsedPrompt | null;
  /** That of names, where it is another. */
  names: UsedPrompt | null;
}

/** Translated texts by field, or why there are none. */
export type Translated = { provider: "translator" | "llm"; callIds: string[]; costMicros: number } & (
  | { texts: Record<string, string>; faults?: Readonly<Record<string, readonly Flag[]>>; by: TranslatedBy }
  | { failure: ProviderFailure }
);

const NO_PROVIDER: ProviderFailure = { kind: "refused", message: "AI_PROVIDER_NOT_CONFIGURED", retryAfterSeconds: 60 };

/** What a translator answered: in the ledger as JSON, for a run that comes after a kill. */
interface Stored {
  texts: string[];
  costMicros: number;
}

async function byTranslator(
  place: TranslationPlace,
  { product, language, texts }: PlannedVariant,
  protectedTerms: ProtectedTerms,
  open: readonly OpenCall[],
): Promise<Translated> {
  const { services, db, batchId, request, translator, signal } = place;
  if (!translator) return { provider: "translator", callIds: [], costMicros: 0, failure: NO_PROVIDER };
  const sources = Object.entries(texts).map(([field, text]) => ({
    field,
    ...protect(text, protectedTerms, HTML_FIELDS.has(field)),
  }));
  const provider = String(translator.value["provider"]);
  const finish = ({ texts: made, costMicros }: Stored, callId: string): Translated => ({
    provider: "translator",
    callIds: [callId],
    costMicros,
    by: { provider, model: provider, prompt: null, names: null },
    texts: Object.fromEntries(sources.map((source, index) => [source.field, restore(made[index] ?? "", source)])),
  });
  const piece = `translator:${language}`;
  const known = open.find((call) => call.piece === piece && call.answer !== null);
  // Written below.
  if (known) return finish(JSON.parse(known.answer ?? "") as Stored, known.id);
  const html = sources.map((source) => source.html);
  const characters = html.join("").length;
  const costMicros = Math.round(characters * translatorPrice(translator.value));
  // The model takes over at once where it may.
  const tries = request.provider === "auto" && place.model ? 1 : undefined;
  const options = { signal, tries, limitWaitMs: place.limitWaitMs };
  const paid = {
    services,
    tenantId: db.tenantId,
    budget: place.budget,
    options,
    tenantBudgets: place.tenantBudgets,
  };
  const outcome = await payFor(paid, {
    call: {
      ...{ action: "translate", provider, model: provider, isRouted: false, promptSlug: null, requestHash: null },
      ...{ productId: product.id, jobId: batchId, piece },
    },
    value: translator.value,
    estimate: { bytes: characters, outputTokensMax: 0, inputPrice: translatorPrice(translator.value), outputPrice: 0 },
    timeoutMs: TIMEOUT_MS,
    send: async () => {
      const sent = await callTranslator(services.outbound, translator, {
        texts: html,
        source: request.pivot,
        target: language,
      });
      if ("failure" in sent) return sent;
      const stored: Stored = { texts: sent.texts, costMicros };
      const counts = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, characters };
      const end = { ...counts, costMicros, baselineMicros: costMicros, answer: JSON.stringify(stored) };
      return { ...stored, end };
    },
  });
  if ("failure" in outcome) return { provider: "translator", callIds: [], costMicros: 0, failure: outcome.failure };
  return finish(outcome, outcome.callId);
}

async function byModel(
  place: TranslationPlace,
  { product, language, texts }: PlannedVariant,
  protectedTerms: ProtectedTerms,
  open: readonly OpenCall[],
): Promise<Translated> {
  const { services, db, batchId, request, model, signal } = place;
  if (!model) return { provider: "llm", callIds: [], costMicros: 0, failure: NO_PROVIDER };
  const [found] = await resolvePrompts(db, { entityId: null, language: request.pivot }, ["translate"]);
  const prompt = found as NonNullable<typeof found>; // one for each purpose
  const target = await findTarget(db, product.id, null);
  let costMicros = 0;
  const spent = (micros: number) => {
    costMicros += micros;
  };
  const own = {
    services,
    tenantId: db.tenantId,
    db,
    ready: model,
    budget: place.budget,
    options: { signal, limitWaitMs: place.limitWaitMs },
    spent,
  };
  const outcome = await translateTexts(own, target, {
    prompt,
    texts,
    language,
    terms: protectedTerms,
    batch: { jobId: batchId, open },
  });
  if ("failure" in outcome) return { provider: "llm", callIds: [], costMicros, failure: outcome.failure };
  const { made: translated, answers, names = null } = outcome;
  const { slug, version } = prompt;
  const { provider, model: name } = chooseModel(model, "translate");
  const by = { provider, model: name, prompt: { slug, version }, names };
  return { provider: "llm", callIds: answers.map(({ callId }) => callId), costMicros, texts: translated, by };
}

/**
 * Translates the texts of a product into a language: by the translator or the model, as the request says; `auto` takes the
 * translator, and the model while it is busy or broken. Source: decision S34.14.
 */
export async function translateVariant(
  place: TranslationPlace,
  planned: PlannedVariant,
  open: readonly OpenCall[],
): Promise<Translated> {
  const { provider } = place.request;
  const { brandId } = planned.product;
  const brand = brandId === null ? undefined : await Brand.table.find(place.db, brandId);
  const terms = protectedTerms(place.terms, planned.language, brand?.name ?? "");
  const usesTranslator = provider === "translator" || (provider === "auto" && place.translator !== undefined);
  const first = await (usesTranslator ? byTranslator : byModel)(place, planned, terms, open);
  const isBusy = "failure" in first && first.failure.kind === "busy";
  const result =
    usesTranslator && provider === "auto" && isBusy && place.model ? await byModel(place, planned, terms, open) : first;
  if ("failure" in result) return result;
  const texts = Object.entries(result.texts).map(([field, text]) => [
    field,
    HTML_FIELDS.has(field) ? cleanHtml(text) : text,
  ]);
  const made: Record<string, string> = Object.fromEntries(texts);
  return { ...result, texts: made, faults: faultsOf(planned.texts as Record<string, string>, made, terms) };
}

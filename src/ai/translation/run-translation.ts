import { markApplied } from "../../../db/ai/calls.ts";
import { findContentRecord } from "../../../db/content-variants/content-records.ts";
import { noteUnreviewed } from "../../../db/content-variants/unreviewed.ts";
import { insertProposals } from "../../../db/enrichment/proposals.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { items as storedItems, type TranslationItem, variants } from "../../../db/translation/batches.ts";
import { pacedAt } from "../../kit/runs/pace.ts";
import { digestOfValue } from "../enrichment/apply/decide-values.ts";
import { trustOf } from "../enrichment/grounding/ground-text.ts";
import type { Flag } from "../enrichment/metadata.ts";
import { noteTranslation } from "./note-history.ts";
import { storeTexts } from "./store-texts.ts";
import type { TranslatedBy } from "./translate-variant.ts";
import { lifecycle, Translation, type TranslationBatch } from "./translation-batch.ts";
import { planVariants } from "./translation-plan.ts";

const FAILURES_IN_ROW_MAX = 20;

/** Which run of which batch. */
export interface TranslationRun {
  batchId: string;
  runNo: number;
}

/** A text that was translated, and what of it was not kept. */
type TranslatedItem = Pick<TranslationItem, "field" | "pivotText" | "variantText" | "qualityScore"> & {
  faults: readonly Flag[];
};

/** What came of a product in a language. */
export interface VariantResult extends TranslationRun {
  productId: string;
  language: string;
  /** None: there was nothing to do, or it failed. */
  items: readonly TranslatedItem[];
  provider: TranslationItem["provider"];
  /** `null`: nothing was translated. */
  by: TranslatedBy | null;
  error: string | null;
  /** The provider will refuse all others too. */
  isRefused: boolean;
  callIds: readonly string[];
  costMicros: number;
}

/**
 * Stores the translation of a product in a language with the batch's figures, in one transaction, also when it is called
 * twice. A field that somebody has written or reviewed meanwhile is left alone. Answers whether the run goes on.
 */
export const finishVariant = mutation("translation.finish-variant", async (tx, result: VariantResult, context) => {
  const { batchId, productId, language, items, error } = result;
  const before = await Translation.table.find(tx, { id: batchId });
  if (!before) return false;
  const { request } = before;
  const [planned] = await planVariants(tx, { ...request, languages: [language] }, [productId]);
  const wanted = items.filter(({ field }) => Object.hasOwn(planned?.texts ?? {}, field));
  const written = wanted.filter(({ faults }) => faults.length === 0);
  const doubtful = wanted.filter(({ faults }) => faults.length > 0);
  const outcome = error !== null ? "failed" : wanted.length > 0 ? "done" : "skipped";
  const content = await contentOf(tx, before, result);
  if ((await variants.note(tx, { batchId, productId, language, outcome, error })) === 0)
    return Translation.isCurrent(before, result.runNo);
  if (written.length > 0) {
    const texts = Object.fromEntries(written.map(({ field, variantText }) => [field, variantText]));
    const { entityId, configurationId } = request;
    const place = { productId, language, entityId, configurationId };
    await storeTexts(tx, place, texts, context);
    await noteUnreviewed(tx, place, context.now());
  }
  await noteItems(tx, before, result, wanted, context);
  if (wanted.length > 0)
    await noteInHistory(tx, before, result, { wanted, content, isApplied: written.length > 0 }, context);
  if (doubtful.length > 0) await holdTexts(tx, before, result, { items: doubtful, content }, context);
  await markApplied(tx, result.callIds);
  const after = counted(before, result, outcome, context.now());
  // Nothing more can come of it.
  const isOver = result.isRefused || after.failuresInRow >= FAILURES_IN_ROW_MAX;
  const ended = isOver ? await lifecycle.settle(tx, after, "fail", { errorMessage: error }, context) : undefined;
  if (!ended) await Translation.table.update(tx, after);
  return Translation.isCurrent(ended ?? after, result.runNo);
});

/** Notes the texts of a batch with their scores, those that wait among them. */
async function noteItems(
  tx: Tx,
  { id: batchId, request }: TranslationBatch,
  { productId, language, provider }: VariantResult,
  items: readonly TranslatedItem[],
  { newId }: MutationContext,
): Promise<void> {
  const { entityId, configurationId, pivot: pivotLanguage } = request;
  const about = { batchId, productId, language, pivotLanguage, entityId, configurationId, provider };
  await storedItems.insertAll(
    tx,
    items.map(({ faults: _, ...item }) => ({ ...item, ...about, id: newId() })),
  );
}

/** What a place has before the texts of a batch come to it. */
async function contentOf(
  tx: Tx,
  { request }: TranslationBatch,
  { productId, language }: VariantResult,
): Promise<Readonly<Record<string, unknown>>> {
  const { entityId, configurationId } = request;
  const key = { productId, language, entityId: entityId || null, configurationId: configurationId || null };
  return (await findContentRecord(tx, key))?.content ?? {};
}

/** Notes in the product's history what a batch has made, whether it is stored or waits. */
async function noteInHistory(
  tx: Tx,
  { request: { pivot, entityId } }: TranslationBatch,
  { productId, language, by, costMicros }: VariantResult,
  made: { wanted: readonly TranslatedItem[]; content: Readonly<Record<string, unknown>>; isApplied: boolean },
  context: MutationContext,
): Promise<void> {
  const { wanted, content, isApplied } = made;
  if (by === null) return;
  const texts = Object.fromEntries(wanted.map(({ field, variantText }) => [field, variantText]));
  const sources = wanted.map(({ field, pivotText: text }) => ({ language: pivot, field, text }));
  const about = { productId, entityId, language, content, texts, sources, by, isApplied, costMicros };
  await noteTranslation(tx, about, context);
}

const promptOf = (by: TranslatedBy | null, field: string) => (field === "title" && by?.names) || by?.prompt;

/** Texts that did not keep all that they must wait for somebody. */
async function holdTexts(
  tx: Tx,
  { id: batchId, request }: TranslationBatch,
  { productId, language, by }: VariantResult,
  { items, content }: { items: readonly TranslatedItem[]; content: Readonly<Record<string, unknown>> },
  context: MutationContext,
): Promise<void> {
  const { entityId, configurationId } = request;
  await insertProposals(
    tx,
    items.map(({ field, variantText, faults }) => ({
      ...{ id: context.newId(), productId, entityId, configurationId, language, batchId, field },
      kind: "translation" as const,
      value: variantText,
      previous: content[field] ?? null,
      baseHash: digestOfValue(content[field]),
      confidence: trustOf(faults),
      reason: "unsure" as const,
      flags: [...faults],
      sentences: [],
      provider: by?.provider ?? "",
      model: by?.model ?? "",
      promptSlug: promptOf(by, field)?.slug ?? null,
      promptVersion: promptOf(by, field)?.version ?? null,
      createdAtMs: context.now(),
    })),
  );
}

/** A batch with one more variant. */
const counted = (
  batch: TranslationBatch,
  { productId, language, costMicros }: VariantResult,
  outcome: "done" | "failed" | "skipped",
  nowMs: number,
): TranslationBatch => ({
  ...batch,
  [outcome]: batch[outcome] + 1,
  failuresInRow: outcome === "failed" ? batch.failuresInRow + 1 : outcome === "done" ? 0 : batch.failuresInRow,
  costMicros: batch.costMicros + costMicros,
  ...pacedAt(batch, batch.createdAtMs, nowMs),
  cursor: outcome === "done" ? `${productId}.${language}` : batch.cursor,
});

/** Ends a run, and the batch with it. */
export const leaveTranslation = mutation(
  "translation.leave",
  async (tx, { end, ...run }: TranslationRun & { end: "completed" | "failed" | "budget" }, context): Promise<void> => {
    const batch = await Translation.table.find(tx, { id: run.batchId });
    if (!Translation.isCurrent(batch, run.runNo)) return;
    // Products that came or went since it was created.
    const total = batch.done + batch.failed + batch.skipped;
    if (end === "completed") await lifecycle.settle(tx, batch, "complete", { total }, context);
    // It can go on the next day, or month.
    else if (end === "budget")
      await lifecycle.settle(tx, batch, "pause", { errorMessage: "AI_BUDGET_REACHED" }, context);
    else await lifecycle.settle(tx, batch, "fail", { errorMessage: "AI_PROVIDER_NOT_CONFIGURED" }, context);
  },
);

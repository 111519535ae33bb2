import { markApplied } from "../../db/ai/calls.ts";
import { findContentRecord, putContentRecord } from "../../db/content-variants/content-records.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import {
  findTranslation,
  insertItems,
  insertVariant,
  type TranslationBatch,
  type TranslationItem,
  updateTranslation,
} from "../../db/translation/batches.ts";
import { noteMachineTexts } from "../ai/machine-texts.ts";
import { touchProducts } from "../catalog/touch-products.ts";
import { contentChange } from "../content/variants/content-change.ts";
import { planVariants } from "./plan.ts";
import type { TranslationRequest } from "./request.ts";

const FAILURES_IN_ROW_MAX = 20;

/** Which run of which batch. */
export interface TranslationRun {
  batchId: string;
  runNo: number;
}

const isCurrent = (batch: TranslationBatch | undefined, { runNo }: TranslationRun): batch is TranslationBatch =>
  batch?.status === "running" && batch.runNo === runNo;

/** What came of a product in a language. */
export interface VariantResult extends TranslationRun {
  productId: string;
  language: string;
  /** None: there was nothing to do, or it failed. */
  items: readonly Pick<TranslationItem, "field" | "pivotText" | "variantText" | "qualityScore">[];
  provider: TranslationItem["provider"];
  error: string | null;
  /** The provider will refuse all others too. */
  isRefused: boolean;
  callIds: readonly string[];
  costMicros: number;
}

/** Stores texts as those of a language, for all or for the target, with one event. */
async function storeTexts(
  tx: Tx,
  { entityId, configurationId }: TranslationRequest,
  { productId, language }: VariantResult,
  texts: Record<string, string>,
  context: MutationContext,
): Promise<void> {
  const key = {
    productId,
    language,
    entityId: entityId === "" ? null : entityId,
    configurationId: configurationId === "" ? null : configurationId,
  };
  const before = await findContentRecord(tx, key);
  const record = {
    ...key,
    id: before?.id ?? context.newId(),
    content: { ...before?.content, ...texts },
    reviewed: false,
    createdAtMs: before?.createdAtMs ?? context.now(),
    updatedAtUs: 0,
  };
  await putContentRecord(tx, record, context.now());
  const changes = [contentChange(before, record)];
  await touchProducts(tx, [{ productId, updatedFields: ["content_variants"], changes }], context);
  await noteMachineTexts(tx, { productId, language, entityId, configurationId }, texts);
}

/**
 * Stores the translation of a product in a language with the batch's figures, in one transaction, however often it is told.
 * A field that somebody has written or reviewed meanwhile is left alone. Answers whether the run goes on.
 */
export const finishVariant = mutation("translation.finish-variant", async (tx, result: VariantResult, context) => {
  const { batchId, productId, language, items, error } = result;
  const before = await findTranslation(tx, batchId);
  if (!before) return false;
  // Written by `createTranslation`.
  const request = before.request as TranslationRequest;
  const [planned] = await planVariants(tx, { ...request, languages: [language] }, [productId]);
  const written = items.filter(({ field }) => Object.hasOwn(planned?.texts ?? {}, field));
  const outcome = error !== null ? "failed" : written.length > 0 ? "done" : "skipped";
  if ((await insertVariant(tx, { batchId, productId, language, outcome, error })) === 0)
    return isCurrent(before, result);
  if (written.length > 0) {
    const texts = Object.fromEntries(written.map(({ field, variantText }) => [field, variantText]));
    await storeTexts(tx, request, result, texts, context);
    const { entityId, configurationId, pivot: pivotLanguage } = request;
    const about = { batchId, productId, language, pivotLanguage, entityId, configurationId, provider: result.provider };
    await insertItems(
      tx,
      written.map((item) => ({ ...item, ...about, id: context.newId() })),
    );
  }
  await markApplied(tx, result.callIds);
  const after = ended(counted(before, result, outcome), result, context.now());
  await updateTranslation(tx, after);
  return isCurrent(after, result);
});

/** A batch with one more variant. */
const counted = (
  batch: TranslationBatch,
  { productId, language, costMicros }: VariantResult,
  outcome: "done" | "failed" | "skipped",
): TranslationBatch => ({
  ...batch,
  [outcome]: batch[outcome] + 1,
  failuresInRow: outcome === "failed" ? batch.failuresInRow + 1 : outcome === "done" ? 0 : batch.failuresInRow,
  costMicros: batch.costMicros + costMicros,
  cursor: outcome === "done" ? `${productId}.${language}` : batch.cursor,
});

/** The same, failed when nothing more can come of it. */
function ended(batch: TranslationBatch, { isRefused, error }: VariantResult, nowMs: number): TranslationBatch {
  const isOver = isRefused || batch.failuresInRow >= FAILURES_IN_ROW_MAX;
  return isOver && batch.status === "running"
    ? { ...batch, status: "failed", errorMessage: error, completedAtMs: nowMs }
    : batch;
}

/** Begins a run, or goes on with it; `undefined`: there is nothing to do for it. */
export const beginTranslation = mutation("translation.begin", async (tx, run: TranslationRun) => {
  const batch = await findTranslation(tx, run.batchId);
  return isCurrent(batch, run) ? batch : undefined;
});

/** Notes that all products up to a row are done. */
export const advanceTranslation = mutation(
  "translation.advance",
  async (tx, { afterRow, batchId }: TranslationRun & { afterRow: number }): Promise<void> => {
    const batch = await findTranslation(tx, batchId);
    if (batch && batch.afterRow < afterRow) await updateTranslation(tx, { ...batch, afterRow });
  },
);

/** Ends a run: the batch with it, or only this turn, so that others have theirs. */
export const leaveTranslation = mutation(
  "translation.leave",
  async (tx, { end, ...run }: TranslationRun & { end: "completed" | "failed" }, context): Promise<void> => {
    const batch = await findTranslation(tx, run.batchId);
    if (!isCurrent(batch, run)) return;
    const errorMessage = end === "failed" ? "AI_PROVIDER_NOT_CONFIGURED" : null;
    // Products that came or went since it was created.
    const total = end === "completed" ? batch.done + batch.failed + batch.skipped : batch.total;
    await updateTranslation(tx, { ...batch, status: end, total, errorMessage, completedAtMs: context.now() });
  },
);

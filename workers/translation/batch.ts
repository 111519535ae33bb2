import type { OpenCall } from "../../db/ai/calls.ts";
import { listVariants } from "../../db/translation/batches.ts";
import { takeUpCalls } from "../../src/ai/provider/ledger.ts";
import { qualityScore } from "../../src/ai/translation/quality.ts";
import { finishVariant, leaveTranslation, type TranslationRun } from "../../src/ai/translation/run-translation.ts";
import { type TranslationPlace, translateVariant } from "../../src/ai/translation/translate-variant.ts";
import { advanceTranslation, beginTranslation } from "../../src/ai/translation/translation-batch.ts";
import { type PlannedVariant, planVariants } from "../../src/ai/translation/translation-plan.ts";
import { findTerms } from "../../src/ai/translation/translation-terms.ts";
import { type JobContext, type JobHandler, TurnIsOver } from "../../src/jobs/job.ts";
import { findDependency, readDependency } from "../../src/settings/read-dependency.ts";
import { doProducts } from "../runs/do-products.ts";

type Context = JobContext<"translation.batch">;

const PAGE = 100;
const CONCURRENCY = 4;
/** How long a text waits for a limit of the provider before the job gives its slot up. */
const LIMIT_WAIT_MS = 2_000;

interface Run extends TranslationRun {
  place: TranslationPlace;
}

/**
 * Translates the products of a batch, several texts at a time, after those that are done. No answered request is sent
 * again.
 */
export const batch: JobHandler<"translation.batch"> = async ({ batchId, runNo }, context) => {
  const { db, services, signal, commit } = context;
  const begun = await commit(beginTranslation, { id: batchId, runNo }, "none");
  if (!begun) return;
  const { request, afterRow } = begun;
  const translator = request.provider === "llm" ? undefined : await readDependency(db, services.secrets, "translator");
  const model =
    request.provider === "translator" ? undefined : await readDependency(db, services.secrets, "ai-provider");
  if (!translator && !model) return void (await commit(leaveTranslation, { batchId, runNo, end: "failed" }, "done"));
  const terms = await findTerms(db);
  const { value: tenantBudgets } = await findDependency(db, "ai-provider");
  const limitWaitMs = LIMIT_WAIT_MS;
  const budget = { period: `batch:${batchId}`, maxMicros: request.maxBudgetMicros ?? null };
  const place = {
    services,
    db,
    batchId,
    request,
    translator,
    model,
    terms,
    signal,
    limitWaitMs,
    budget,
    tenantBudgets,
  };
  const run = { batchId, runNo, place };
  const end = await doProducts(context, {
    filter: request.filter,
    afterRow,
    pageSize: PAGE,
    concurrency: Number(model?.value["concurrency"] ?? CONCURRENCY),
    unitsOf: async (ids) => {
      const known = new Set(await listVariants(db, batchId, ids));
      const planned = await planVariants(db, request, ids);
      return planned.filter(({ product, language }) => !known.has(`${product.id}.${language}`));
    },
    doUnit: (planned) => doVariant(run, planned, context),
    advance: (row) => commit(advanceTranslation, { id: batchId, afterRow: row }, "kept"),
  });
  if (end !== "stopped") await commit(leaveTranslation, { batchId, runNo, end }, "done");
};

async function doVariant(
  run: Run,
  planned: PlannedVariant,
  { db, services, signal, commit }: Context,
): Promise<"stopped" | "budget" | undefined> {
  const { batchId, runNo, place } = run;
  const { product, language, texts } = planned;
  const about = { batchId, runNo, productId: product.id, language };
  const nothing = {
    items: [],
    provider: "llm" as const,
    by: null,
    error: null,
    isRefused: false,
    callIds: [],
    costMicros: 0,
  };
  const goesOn = (isCurrent: boolean) => (isCurrent ? undefined : ("stopped" as const));
  if (Object.keys(texts).length === 0) return goesOn(await commit(finishVariant, { ...about, ...nothing }, "kept"));
  const isMeant = ({ piece }: OpenCall) => piece.split(":")[1] === language;
  const open = await takeUpCalls(services, db.tenantId, { jobId: batchId, productId: product.id, isMeant });
  const made = await translateVariant(place, planned, open);
  signal.throwIfAborted();
  const { provider, callIds, costMicros } = made;
  const spent = { ...about, provider, callIds, costMicros };
  if ("failure" in made) {
    const { message, kind, retryAfterSeconds } = made.failure;
    if (kind === "limited") throw new TurnIsOver(retryAfterSeconds * 1000);
    if (kind === "budget") return "budget";
    const failed = { ...spent, by: null, items: [], error: message, isRefused: kind === "refused" };
    return goesOn(await commit(finishVariant, failed, "kept"));
  }
  const items = await Promise.all(
    Object.entries(made.texts).map(async ([field, variantText]) => {
      const pivotText = Object.entries(texts).find(([name]) => name === field)?.[1] ?? "";
      return {
        field,
        pivotText,
        variantText,
        qualityScore: await qualityScore(pivotText, variantText, {
          field,
          language,
          faults: made.faults?.[field] ?? [],
        }),
        faults: made.faults?.[field] ?? [],
      };
    }),
  );
  return goesOn(await commit(finishVariant, { ...spent, by: made.by, items, error: null, isRefused: false }, "kept"));
}

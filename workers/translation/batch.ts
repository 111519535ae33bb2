import { listOpenCalls } from "../../db/ai/calls.ts";
import { openProducts } from "../../db/exports/exported-products.ts";
import { listVariants, type TranslationBatch } from "../../db/translation/batches.ts";
import { noteInterrupted } from "../../src/ai/ledger.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";
import { type PlannedVariant, planVariants } from "../../src/translation/plan.ts";
import { qualityScore } from "../../src/translation/quality.ts";
import type { TranslationRequest } from "../../src/translation/request.ts";
import {
  advanceTranslation,
  beginTranslation,
  finishVariant,
  leaveTranslation,
  type TranslationRun,
} from "../../src/translation/run-translation.ts";
import { findTerms } from "../../src/translation/terms.ts";
import { type TranslationPlace, translateVariant } from "../../src/translation/translate-variant.ts";
import { inLanes } from "../in-lanes.ts";

type Context = JobContext<"translation.batch">;

const PAGE = 100;
const LANES = 4;

interface Run extends TranslationRun {
  place: TranslationPlace;
}

/** Translates the products of a batch, several texts at a time, after those that are done. Nothing that was answered is asked again. */
export const batch: JobHandler<"translation.batch"> = async ({ batchId, runNo }, context) => {
  const { db, services, signal, commit } = context;
  const begun = await commit(beginTranslation, { batchId, runNo }, "none");
  if (!begun) return;
  // Written by `createTranslation`.
  const request = begun.request as TranslationRequest;
  const translator = request.provider === "llm" ? undefined : await readDependency(db, services.secrets, "translator");
  const model =
    request.provider === "translator" ? undefined : await readDependency(db, services.secrets, "ai-provider");
  if (!translator && !model) return void (await commit(leaveTranslation, { batchId, runNo, end: "failed" }, "done"));
  const terms = await findTerms(db);
  const place = { services, db, batchId, request, translator, model, terms, signal };
  const end = await doProducts({ batchId, runNo, place }, begun, context);
  if (end !== "stopped") await commit(leaveTranslation, { batchId, runNo, end }, "done");
};

async function doProducts(run: Run, { afterRow: from }: TranslationBatch, context: Context) {
  const { db, signal, commit } = context;
  const { batchId, runNo, place } = run;
  const read = openProducts(db, { filter: place.request.filter, language: null }, ["id"]);
  let afterRow = from;
  for (;;) {
    signal.throwIfAborted();
    const page = await read({ after: { rowId: afterRow, titleKey: "" }, offset: 0, limit: PAGE });
    const ids = page.map(({ id }) => String(id));
    const known = new Set(await listVariants(db, batchId, ids));
    const planned = await planVariants(db, place.request, ids);
    const rest = planned.filter(({ product, language }) => !known.has(`${product.id}.${language}`));
    if (!(await doPage(run, rest, context))) return "stopped" as const;
    afterRow = page.at(-1)?.rowId ?? afterRow;
    await commit(advanceTranslation, { batchId, runNo, afterRow }, "kept");
    if (page.length < PAGE) return "completed" as const;
  }
}

/** Does some variants in as many lanes as the providers take; whether the run goes on. */
async function doPage(run: Run, planned: readonly PlannedVariant[], context: Context): Promise<boolean> {
  const waiting = [...planned];
  const state = { goesOn: true };
  const count = Number(run.place.model?.value["concurrency"] ?? LANES);
  await inLanes(count, async () => {
    for (let next = waiting.shift(); next && state.goesOn; next = waiting.shift()) {
      if (!(await doVariant(run, next, context))) state.goesOn = false;
      context.throwIfTurnIsOver();
    }
  });
  return state.goesOn;
}

async function doVariant(
  run: Run,
  planned: PlannedVariant,
  { db, services, signal, commit }: Context,
): Promise<boolean> {
  const { batchId, runNo, place } = run;
  const { product, language, texts } = planned;
  const about = { batchId, runNo, productId: product.id, language };
  const nothing = { items: [], provider: "llm" as const, error: null, isRefused: false, callIds: [], costMicros: 0 };
  if (Object.keys(texts).length === 0) return commit(finishVariant, { ...about, ...nothing }, "kept");
  const all = await listOpenCalls(db, batchId, product.id);
  const open = all.filter(({ piece }) => piece.split(":")[1] === language);
  const lost = open.filter(({ answer }) => answer === null).map(({ id }) => id);
  if (lost.length > 0) await services.write(noteInterrupted, db.tenantId, { ids: lost });
  const made = await translateVariant(place, planned, open);
  signal.throwIfAborted();
  const { provider, callIds, costMicros } = made;
  const spent = { ...about, provider, callIds, costMicros };
  if ("failure" in made) {
    const { message, kind } = made.failure;
    const failed = { ...spent, items: [], error: message, isRefused: kind === "refused" };
    return commit(finishVariant, failed, "kept");
  }
  const items = await Promise.all(
    Object.entries(made.texts).map(async ([field, variantText]) => {
      const pivotText = Object.entries(texts).find(([name]) => name === field)?.[1] ?? "";
      return {
        field,
        pivotText,
        variantText,
        qualityScore: await qualityScore(pivotText, variantText, { field, language }),
      };
    }),
  );
  return commit(finishVariant, { ...spent, items, error: null, isRefused: false }, "kept");
}

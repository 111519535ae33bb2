import { setTimeout as sleep } from "node:timers/promises";
import { listOpenCalls } from "../../db/ai/calls.ts";
import { listItems } from "../../db/enrichment/batches.ts";
import { Budget } from "../../src/ai/batches/budget.ts";
import { advanceBatch, type BatchRow, beginRun, beginScheduled } from "../../src/ai/batches/enrichment-batch.ts";
import { type BatchRun, finishItem, holdForBatch, leaveBatch } from "../../src/ai/batches/run-batch.ts";
import { findPassages } from "../../src/ai/documents/find-passages.ts";
import { generate, isFailure } from "../../src/ai/enrichment/generate.ts";
import { givenPassages, type TypeFailure } from "../../src/ai/enrichment/generation.ts";
import { planRun } from "../../src/ai/enrichment/plan-run.ts";
import { findTarget } from "../../src/ai/enrichment/product-facts.ts";
import { ALL_TYPES, type EnrichmentType, type Generated } from "../../src/ai/enrichment/types.ts";
import { noteInterrupted } from "../../src/ai/provider/ledger.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { readFilterBody } from "../../src/products/lists/read-filter-body.ts";
import type { ReadyDependency } from "../../src/settings/read-dependency.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";
import { doProducts } from "../runs/do-products.ts";
import { missingLanguages } from "./generate.ts";

type Context = JobContext<"enrichment.batch">;

const PAGE = 200;
const HELD_PAUSE_MS = 250;
const HELD_TRIES = 240;

/** What a run needs for each product. */
interface Run extends BatchRun {
  batch: BatchRow;
  ready: ReadyDependency;
  budget: Budget;
}

type End = "budget_reached" | "stopped";

/** Enriches the products of a batch, several at a time, after those that are done. No answered request is sent again. */
export const batch: JobHandler<"enrichment.batch"> = async ({ batchId, runNo }, context) => {
  const { db, services, commit } = context;
  if (runNo === 0) return void (await commit(beginScheduled, batchId, "done"));
  const begun = await commit(beginRun, { id: batchId, runNo }, "none");
  if (!begun) return;
  const ready = await readDependency(db, services.secrets, "ai-provider");
  if (!ready) return void (await commit(leaveBatch, { batchId, runNo, end: "no_provider" as const }, "done"));
  const budget = new Budget(begun.maxBudgetMicros, begun.costMicros, begun.dearestMicros);
  const run = { batchId, runNo, batch: begun, ready, budget };
  const end = await doProducts<string, End>(context, {
    filter: readFilterBody(begun.filters),
    afterRow: begun.afterRow,
    pageSize: PAGE,
    concurrency: Number(ready.value["concurrency"]),
    unitsOf: async (ids) => {
      const known = new Set(await listItems(db, batchId, ids));
      return ids.filter((id) => !known.has(id));
    },
    doUnit: (id, isOver) => doWithinBudget(run, id, isOver, context),
    advance: (afterRow) => commit(advanceBatch, { id: batchId, afterRow }, "kept"),
  });
  if (end !== "stopped") await commit(leaveBatch, { batchId, runNo, end }, "done");
};

/** Does one product if there is money for it, and the run was not stopped meanwhile. */
async function doWithinBudget(run: Run, id: string, isOver: () => boolean, context: Context): Promise<End | undefined> {
  if (!(await run.budget.take())) return "budget_reached";
  let spent = 0;
  try {
    if (isOver()) return undefined;
    const goesOn = await doProduct(run, id, context, (micros) => {
      spent += micros;
    });
    return goesOn ? undefined : "stopped";
  } finally {
    run.budget.settle(spent);
  }
}

const firstError = (failures: readonly TypeFailure[]) =>
  failures
    .map(({ type, message }) => `${type}: ${message}`)
    .join("; ")
    .slice(0, 1000) || null;

/** Does one product to its end. Answers whether the run goes on. */
async function doProduct(run: Run, productId: string, context: Context, spend: (micros: number) => void) {
  const { commit, signal } = context;
  const { batchId, runNo } = run;
  const runId = `${batchId}:${runNo}`;
  let costMicros = 0;
  const about = { batchId, runNo, productId, runId };
  const isHeld = await hold(run, about, context);
  if (isHeld === "done") return true;
  const outcomes: (Generated | TypeFailure)[] =
    isHeld === "busy"
      ? [{ type: "descriptions", kind: "busy", message: "Another run has the product", retryAfterSeconds: 1 }]
      : await makeProduct(run, productId, context, (micros) => {
          costMicros += micros;
          spend(micros);
        });
  signal.throwIfAborted();
  const failures = outcomes.filter(isFailure);
  const generated = outcomes.filter((each): each is Generated => !isFailure(each));
  const isRefused = failures.some(({ kind }) => kind === "refused");
  const error = firstError(failures);
  try {
    return await commit(finishItem, { ...about, generated, error, isRefused, costMicros }, "kept");
  } catch (thrown) {
    // What the catalog refuses, such as a deleted category, is this product's failure.
    if (!(thrown instanceof ApiError)) throw thrown;
    const refused = { ...about, generated: [], error: thrown.message, isRefused: false, costMicros };
    return commit(finishItem, refused, "kept");
  }
}

/** Takes a product, after the run before has let it go. */
async function hold(
  { batchId, ready }: Run,
  { productId, runId }: { productId: string; runId: string },
  { db, services, signal }: Context,
): Promise<"held" | "busy" | "done"> {
  const forMs = Number(ready.value["timeout_seconds"]) * 3000 * ALL_TYPES.length + 60_000;
  for (let tried = 0; tried < HELD_TRIES; tried++) {
    if (await services.write(holdForBatch, db.tenantId, { productId, runId, forMs })) return "held";
    await sleep(HELD_PAUSE_MS, undefined, { signal });
    if ((await listItems(db, batchId, [productId])).length > 0) return "done";
  }
  return "busy";
}

const typesOf = (types: readonly string[]): EnrichmentType[] => [
  // The schema lets these and "all" through.
  ...new Set(types.flatMap((type) => (type === "all" ? ALL_TYPES : [type as EnrichmentType]))),
];

/** Lets the model make what the batch is for; what it answered before a kill is taken as it is. */
async function makeProduct(
  { batch: of, batchId, ready }: Run,
  productId: string,
  { db, services, signal }: Context,
  spent: (micros: number) => void,
): Promise<(Generated | TypeFailure)[]> {
  try {
    const target = await findTarget(db, productId, null);
    const prompts = await planRun(db, target, typesOf(of.types));
    const open = await listOpenCalls(db, batchId, productId);
    const lost = open.filter(({ answer }) => answer === null).map(({ id }) => id);
    if (lost.length > 0) await services.write(noteInterrupted, db.tenantId, { ids: lost });
    const isTranslated = prompts.some(({ purpose }) => purpose === "translate");
    const others = target.enabled.filter((language) => language !== target.pivot);
    const languages = isTranslated ? await missingLanguages(db, productId, others) : [];
    const place = { services, tenantId: db.tenantId, db, ready, options: { signal }, spent };
    // What data sheets say of the product, where there are any.
    const passages = await findPassages(services, db, target);
    const given = givenPassages(passages);
    return await generate(place, target, { prompts, languages, ...given, batch: { jobId: batchId, open } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ type: "descriptions", kind: "rejected", message: error.message, retryAfterSeconds: 1 }];
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { listItems } from "../../db/enrichment/batches.ts";
import { advanceBatch, type BatchRow, beginRun, beginScheduled } from "../../src/ai/batches/enrichment-batch.ts";
import {
  type BatchEnd,
  type BatchRun,
  finishItem,
  holdForBatch,
  type ItemResult,
  leaveBatch,
  noteWait,
} from "../../src/ai/batches/run-batch.ts";
import { findPassages } from "../../src/ai/documents/find-passages.ts";
import { findTarget } from "../../src/ai/enrichment/facts/product-facts.ts";
import { generate, isFailure } from "../../src/ai/enrichment/run/generate.ts";
import { givenPassages, type TypeFailure } from "../../src/ai/enrichment/run/generation.ts";
import { HELD_MS, releaseRun, whileHeld } from "../../src/ai/enrichment/run/hold-product.ts";
import { planRun } from "../../src/ai/enrichment/run/plan-run.ts";
import { type Generated, typesOfBatch } from "../../src/ai/enrichment/types.ts";
import { reuseOf } from "../../src/ai/provider/call-model.ts";
import { chooseModel } from "../../src/ai/provider/choose-model.ts";
import { takeUpCalls } from "../../src/ai/provider/ledger.ts";
import { isPriced } from "../../src/ai/provider/model-cost.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { type JobContext, type JobHandler, TurnIsOver } from "../../src/jobs/job.ts";
import { readFilterBody } from "../../src/products/lists/read-filter-body.ts";
import { type ReadyDependency, readDependency } from "../../src/settings/read-dependency.ts";
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
}

type End = BatchEnd | "stopped";
/** How long a product waits for a limit of the provider before the job gives its slot up. */
const LIMIT_WAIT_MS = 2_000;

/** Enriches the products of a batch, several at a time, after those that are done. No answered request is sent again. */
export const batch: JobHandler<"enrichment.batch"> = async ({ batchId, runNo }, context) => {
  const { db, services, commit } = context;
  if (runNo === 0) return void (await commit(beginScheduled, batchId, "done"));
  const begun = await commit(beginRun, { id: batchId, runNo }, "none");
  if (!begun) return;
  const ready = await readDependency(db, services.secrets, "ai-provider");
  if (!ready) return void (await commit(leaveBatch, { batchId, runNo, end: "no_provider" as const }, "done"));
  const isUnpriced = typesOfBatch(begun.types).some((type) => !isPriced(ready.value, chooseModel(ready, type)));
  if (begun.maxBudgetMicros !== null && isUnpriced) {
    return void (await commit(leaveBatch, { batchId, runNo, end: "price_unknown" as const }, "done"));
  }
  if (begun.waitsUntilMs !== null) await services.write(noteWait, db.tenantId, { batchId, waitMs: 0 });
  const run = { batchId, runNo, batch: begun, ready };
  const end = await whileHeld(services, db.tenantId, runIdOf(run), () => doAll(run, context));
  if (end !== "stopped") await commit(leaveBatch, { batchId, runNo, end }, "done");
};

const runIdOf = ({ batchId, runNo }: BatchRun) => `${batchId}:${runNo}`;

/** Does the products of a batch that are not done. A wait for a limit gives the job's slot up. */
async function doAll(run: Run, context: Context): Promise<End | "completed"> {
  const { db, services, commit } = context;
  const { batch: begun, batchId, ready } = run;
  try {
    return await doProducts<string, End>(context, {
      filter: readFilterBody(begun.filters),
      afterRow: begun.afterRow,
      pageSize: PAGE,
      concurrency: Number(ready.value["concurrency"]),
      unitsOf: async (ids) => {
        const known = new Set(await listItems(db, batchId, ids));
        return ids.filter((id) => !known.has(id));
      },
      doUnit: (id) => doProduct(run, id, context),
      advance: (afterRow) => commit(advanceBatch, { id: batchId, afterRow }, "kept"),
    });
  } catch (error) {
    if (error instanceof TurnIsOver && error.waitMs > 0) {
      await services.write(noteWait, db.tenantId, { batchId, waitMs: error.waitMs });
    }
    throw error;
  }
}

const firstError = (failures: readonly TypeFailure[]) =>
  failures
    .map(({ type, message }) => `${type}: ${message}`)
    .join("; ")
    .slice(0, 1000) || null;

/**
 * Does one product to its end. Answers why the run ends, if it does. What was paid for of a product that a budget or a limit
 * keeps from its end is in the ledger for when it goes on. Throws `TurnIsOver` for a limit.
 */
async function doProduct(run: Run, productId: string, context: Context): Promise<End | undefined> {
  const { signal, services, db } = context;
  const { batchId, runNo } = run;
  const runId = runIdOf(run);
  let costMicros = 0;
  const about = { batchId, runNo, productId, runId };
  const isHeld = await hold(run, about, context);
  if (isHeld === "done") return undefined;
  const outcomes: (Generated | TypeFailure)[] =
    isHeld === "busy"
      ? [{ type: "descriptions", kind: "busy", message: "Another run has the product", retryAfterSeconds: 1 }]
      : await makeProduct(run, productId, context, (micros) => {
          costMicros += micros;
        });
  signal.throwIfAborted();
  const failures = outcomes.filter(isFailure);
  const end = endOf(failures);
  if (end && failures.length === outcomes.length && costMicros === 0) {
    await services.write(releaseRun, db.tenantId, { productId, runId });
    return end;
  }
  const generated = outcomes.filter((each): each is Generated => !isFailure(each));
  const isRefused = failures.some(({ kind }) => kind === "refused");
  const made = { ...about, generated, error: firstError(failures), isRefused, costMicros };
  return (await finish(made, context)) ? end : "stopped";
}

/** Why a run ends that has no money left for a product. Throws `TurnIsOver` when a limit lets it go on later. */
function endOf(failures: readonly TypeFailure[]): End | undefined {
  const limited = failures.find(({ kind }) => kind === "limited");
  if (limited) throw new TurnIsOver(limited.retryAfterSeconds * 1000);
  const unpaid = failures.find(({ kind }) => kind === "budget");
  return unpaid && (unpaid.isTenantBudget ? "tenant_budget" : "budget_reached");
}

/** Stores what was made for a product. Answers whether the run goes on. */
async function finish(made: ItemResult, { commit }: Context): Promise<boolean> {
  try {
    return await commit(finishItem, made, "kept");
  } catch (thrown) {
    // What the catalog refuses, such as a deleted category, is this product's failure.
    if (!(thrown instanceof ApiError)) throw thrown;
    return commit(finishItem, { ...made, generated: [], error: thrown.message, isRefused: false }, "kept");
  }
}

/** Takes a product, after the run before has let it go. */
async function hold(
  { batchId }: Run,
  { productId, runId }: { productId: string; runId: string },
  { db, services, signal }: Context,
): Promise<"held" | "busy" | "done"> {
  for (let tried = 0; tried < HELD_TRIES; tried++) {
    if (await services.write(holdForBatch, db.tenantId, { productId, runId, forMs: HELD_MS })) return "held";
    await sleep(HELD_PAUSE_MS, undefined, { signal });
    if ((await listItems(db, batchId, [productId])).length > 0) return "done";
  }
  return "busy";
}

/** Lets the model make what the batch is for; what it answered before a kill is taken as it is. */
async function makeProduct(
  { batch: of, batchId, ready }: Run,
  productId: string,
  { db, services, signal }: Context,
  spent: (micros: number) => void,
): Promise<(Generated | TypeFailure)[]> {
  try {
    const target = await findTarget(db, productId, null);
    const prompts = await planRun(db, target, typesOfBatch(of.types));
    const open = await takeUpCalls(services, db.tenantId, { jobId: batchId, productId });
    const isTranslated = prompts.some(({ purpose }) => purpose === "translate");
    const others = target.enabled.filter((language) => language !== target.pivot);
    const languages = isTranslated ? await missingLanguages(db, productId, others) : [];
    const budget = { period: `batch:${batchId}`, maxMicros: of.maxBudgetMicros };
    const options = { signal, limitWaitMs: LIMIT_WAIT_MS };
    const place = {
      services,
      tenantId: db.tenantId,
      db,
      ready,
      options,
      spent,
      budget,
      ...(of.reuse && { reuse: reuseOf(db, services.now()) }),
    };
    // What data sheets say of the product, where there are any.
    const passages = await findPassages(services, db, target);
    const given = givenPassages(passages);
    return await generate(place, target, { prompts, languages, ...given, batch: { jobId: batchId, open } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ type: "descriptions", kind: "rejected", message: error.message, retryAfterSeconds: 1 }];
  }
}

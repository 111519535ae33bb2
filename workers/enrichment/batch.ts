import { setTimeout as sleep } from "node:timers/promises";
import { listOpenCalls } from "../../db/ai/calls.ts";
import { type Batch, listItems } from "../../db/enrichment/batches.ts";
import { openProducts } from "../../db/exports/exported-products.ts";
import { noteInterrupted } from "../../src/ai/ledger.ts";
import { findPassages, passagesText, sourcesOf } from "../../src/documents/find-passages.ts";
import { generate, isFailure, type TypeFailure } from "../../src/enrichment/generate.ts";
import { planRun } from "../../src/enrichment/plan-run.ts";
import { findTarget } from "../../src/enrichment/product-facts.ts";
import { ALL_TYPES, type EnrichmentType, type Generated } from "../../src/enrichment/types.ts";
import { Budget } from "../../src/enrichment-batches/budget.ts";
import { readFilterBody } from "../../src/enrichment-batches/read-batch.ts";
import {
  advanceBatch,
  type BatchRun,
  beginBatch,
  finishItem,
  holdForBatch,
  leaveBatch,
} from "../../src/enrichment-batches/run-batch.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import type { ReadyDependency } from "../../src/settings/read-dependency.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";
import { inLanes } from "../in-lanes.ts";
import { missingLanguages } from "./generate.ts";

type Context = JobContext<"enrichment.batch">;

const PAGE = 200;
const HELD_PAUSE_MS = 250;
const HELD_TRIES = 240;

/** What a run needs for each product. */
interface Run extends BatchRun {
  batch: Batch;
  ready: ReadyDependency;
  budget: Budget;
}

/** Enriches the products of a batch, several at a time, after those that are done. Nothing that was answered is asked again. */
export const batch: JobHandler<"enrichment.batch"> = async ({ batchId, runNo }, context) => {
  const { db, services, commit } = context;
  const run = { batchId, runNo };
  const begun = await commit(beginBatch, run, "none");
  if (!begun) return;
  const ready = await readDependency(db, services.secrets, "ai-provider");
  if (!ready) return void (await commit(leaveBatch, { ...run, end: "no_provider" as const }, "done"));
  const budget = new Budget(begun.maxBudgetMicros, begun.costMicros, begun.dearestMicros);
  const end = await doProducts({ ...run, batch: begun, ready, budget }, context);
  if (end !== "stopped") await commit(leaveBatch, { ...run, end }, "done");
};

async function doProducts(run: Run, context: Context): Promise<"completed" | "budget_reached" | "stopped"> {
  const { db, signal, commit } = context;
  const { batch: of, batchId, runNo } = run;
  const read = openProducts(db, { filter: readFilterBody(of.filters), language: null }, ["id"]);
  let afterRow = of.afterRow;
  for (;;) {
    signal.throwIfAborted();
    const page = await read({ after: { rowId: afterRow, titleKey: "" }, offset: 0, limit: PAGE });
    const ids = page.map(({ id }) => String(id));
    const known = new Set(await listItems(db, batchId, ids));
    const end = await doPage(
      run,
      ids.filter((id) => !known.has(id)),
      context,
    );
    if (end !== "done") return end;
    afterRow = page.at(-1)?.rowId ?? afterRow;
    await commit(advanceBatch, { batchId, runNo, afterRow }, "kept");
    if (page.length < PAGE) return "completed";
  }
}

type PageEnd = "done" | "budget_reached" | "stopped";

/** Does some products in as many lanes as the provider takes; says why it ended. */
async function doPage(run: Run, ids: string[], context: Context): Promise<PageEnd> {
  const page = { waiting: [...ids], end: "done" as PageEnd };
  await inLanes(Number(run.ready.value["concurrency"]), () => doLane(run, page, context));
  return page.end;
}

/** Does one product after the other, as long as there are any, and money, and nobody has stopped it. */
async function doLane(run: Run, page: { waiting: string[]; end: PageEnd }, context: Context): Promise<void> {
  for (let id = page.waiting.shift(); id !== undefined && page.end === "done"; id = page.waiting.shift()) {
    if (!(await run.budget.take())) {
      page.end = "budget_reached";
      return;
    }
    let spent = 0;
    const spend = (micros: number) => {
      spent += micros;
    };
    try {
      const goesOn = page.end === "done" && (await doProduct(run, id, context, spend));
      if (!goesOn && page.end === "done") page.end = "stopped";
    } finally {
      run.budget.settle(spent);
    }
    context.throwIfTurnIsOver();
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
    // What the catalog refuses, such as a category that is gone, is this product's failure.
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
    const given = { documents: passagesText(passages), sources: sourcesOf(passages) };
    return await generate(place, target, { prompts, languages, ...given, batch: { jobId: batchId, open } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ type: "descriptions", kind: "rejected", message: error.message, retryAfterSeconds: 1 }];
  }
}

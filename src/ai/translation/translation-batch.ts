import { Type } from "@sinclair/typebox";
import { enqueue } from "../../../db/jobs/queue.ts";
import { COUNT, initially } from "../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { NUMBER } from "../../../db/table.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { counter, given, id, madeAt, note, packed, shown, status, time } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { PAUSABLE, type RowOfRun, run } from "../../kit/runs/run.ts";
import { usdOf } from "../provider/choose-model.ts";
import type { TranslationEstimate } from "./estimate.ts";
import { TRANSLATABLE_FIELDS } from "./fields.ts";
import { PROVIDERS, type TranslationRequest } from "./request.ts";
import { EstimateBody } from "./schema.ts";

/** Texts of many products to translate. */
export const Translation = run({
  table: "translation_batch",
  noun: "translation_batch",
  fields: {
    id,
    request: packed<TranslationRequest>({
      languages: [Type.Array(Type.String()), ({ languages }) => languages],
      fields: [Type.Array(oneOf(TRANSLATABLE_FIELDS)), ({ fields }) => fields],
      provider: [oneOf(PROVIDERS), ({ provider }) => provider],
      entity_id: [orNull(Uuid), ({ entityId }) => entityId || null],
      configuration_id: [orNull(Uuid), ({ configurationId }) => configurationId || null],
      overwrite_automatic: [Type.Boolean(), ({ overwrite }) => overwrite],
      max_budget: [
        orNull(Type.Number()),
        ({ maxBudgetMicros }) => (maxBudgetMicros === null ? null : usdOf(maxBudgetMicros)),
      ],
    }),
    status: status(["running", "paused", "completed", "failed"]),
    runNo: initially(NUMBER, 1),
    products: given("products"),
    total: shown(NUMBER, {
      total: [Type.Integer({ description: "Products times languages: done, failed and skipped in the end." })],
    }),
    done: counter("done"),
    failed: counter("failed"),
    skipped: counter("skipped"),
    failuresInRow: COUNT,
    costMicros: shown(COUNT, { cost_usd: [Type.Number(), usdOf] }),
    estimate: packed<TranslationEstimate>({ estimate: [EstimateBody] }),
    cursor: note("cursor", Type.String({ description: "The last variant that was written." })),
    /** Products up to this row are done. */
    afterRow: COUNT,
    /** Milliseconds from one finished variant to the next, of late; and when the last was finished. */
    paceMs: COUNT,
    finishedAtMs: COUNT,
    errorMessage: note("error_message"),
    createdAtMs: madeAt(),
    completedAtMs: time("completed_at"),
  },
  expands: { entity: "entity" },
  ...PAUSABLE,
});
export type TranslationBatch = RowOfRun<typeof Translation>;

/** Adds the job that works on a batch. */
const enqueueTranslation = (tx: Tx, { id: batchId, runNo }: TranslationBatch, context: MutationContext) =>
  enqueue(tx, "translation.batch", { batchId, runNo }, context, { queue: "outside" });

export const lifecycle = lifecycleOf("translation", Translation, { enqueue: enqueueTranslation });
export const { move: moveTranslation, begin: beginTranslation, advance: advanceTranslation } = lifecycle;

/** The options. `products`: of the filter, whether or not there is something to do for them. */
type NewTranslation = Pick<TranslationBatch, "request" | "estimate" | "products">;

/** Stores a batch, which runs from then on. */
export const createTranslation = mutation(
  "translation.create",
  async (tx, { request, estimate, products }: NewTranslation, context): Promise<TranslationBatch> => {
    const total = products * request.languages.length;
    const made = { id: context.newId(), createdAtMs: context.now() };
    const batch = await Translation.table.insert(tx, { ...made, request, estimate, products, total });
    await enqueueTranslation(tx, batch, context);
    return batch;
  },
);

/** Ends a batch whose job has failed for good. Called by the job's own end. */
export const failTranslation = (tx: Tx, { batchId }: { batchId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, batchId, "fail", { errorMessage: error }, context);

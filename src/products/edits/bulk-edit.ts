import { Type } from "@sinclair/typebox";
import { type Author, findActorName } from "../../../db/history/product-changes.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { COUNT, fixed, initially, wordColumn } from "../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findLastRow } from "../../../db/products/delete.ts";
import { jsonColumn, NUMBER, TEXT_OR_NULL } from "../../../db/table.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ApiError } from "../../http/output/errors.ts";
import { counter, id, madeAt, note, packed, shown, status, time } from "../../kit/runs/fields.ts";
import { lifecycleOf } from "../../kit/runs/lifecycle.ts";
import { type RowOfRun, run } from "../../kit/runs/run.ts";
import { requireTags } from "../../reference/tags/assign-tags.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { resolveReferences } from "../changes/resolve-references.ts";

export const EDIT_ACTIONS = ["set", "delete", "tag", "move"] as const;
const AUTHORS = ["user", "api_key", "operator", "console", "system", "import"] as const satisfies Author["kind"][];
type Json = Record<string, unknown>;
const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** One change of all products that a filter names. */
export const BulkEdits = run({
  table: "bulk_edit",
  noun: "bulk_edit",
  fields: {
    id,
    status: status(["running", "completed", "failed", "cancelled", "undoing", "undone"]),
    action: shown(fixed(wordColumn(EDIT_ACTIONS)), { action: [oneOf(EDIT_ACTIONS)] }),
    filter: packed<Json>({ filter: [JsonObject] }),
    fields: packed<Json>({ fields: [JsonObject] }),
    /** The fields as `readFields` made them. */
    givenValues: fixed(jsonColumn<Json>()),
    total: counter("total", "Products that the filter named when it was requested."),
    changed: counter("changed", "Products that were changed, or deleted."),
    unchanged: counter("unchanged", "Products that had these values already."),
    failed: counter("failed", "Products that were refused."),
    restored: counter("restored", "Products that an undo has given their former values."),
    kept: counter("kept", "Products that an undo left, wholly or in part: they were changed since."),
    error: note("error"),
    runNo: COUNT,
    /** Products up to this row are done; those behind the last were made later, and stay as they are. */
    afterRow: COUNT,
    lastRow: fixed(NUMBER),
    /** Who requested it, as they were then. */
    actorKind: fixed(wordColumn(AUTHORS)),
    actorId: fixed(initially(TEXT_OR_NULL, null)),
    actorName: shown(fixed(initially(TEXT_OR_NULL, null)), {
      requested_by: [Type.Union([Type.String(), Type.Null()])],
    }),
    createdAtMs: madeAt(),
    startedAtMs: time("started_at"),
    completedAtMs: time("completed_at"),
  },
  moves: {
    cancel: { from: ["running"], to: "cancelled" },
    undo: { from: ["completed", "failed", "cancelled"], to: "undoing" },
    complete: { from: ["running"], to: "completed" },
    finish: { from: ["undoing"], to: "undone" },
    fail: { from: ["running", "undoing"], to: "failed" },
  },
  working: "running",
  ended: ["completed", "failed", "cancelled", "undone"],
});
export type BulkEdit = RowOfRun<typeof BulkEdits>;

const enqueueEdit = (tx: Tx, editId: string, context: MutationContext) =>
  enqueue(tx, "bulk-edits.run", { editId }, context, { queue: "bulk" });

export const lifecycle = lifecycleOf("bulk-edits", BulkEdits, {
  moved: async (tx, { after, move }, context) => {
    if (move === "undo" && after.action === "move") throw new ApiError("INVALID_STATE", { key: "products.edit_moved" });
    if (move === "undo") await enqueueEdit(tx, after.id, context);
  },
});
export const { move } = lifecycle;

/** What a `tag` gives and takes. */
export const tagsOf = ({ add, remove }: Json) => ({ add: listOf(add), remove: listOf(remove) });
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

interface NewEdit extends Pick<BulkEdit, "action" | "filter" | "fields" | "givenValues" | "total"> {
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Throws VALIDATION_FAILED for values or tags that are unknown. */
async function requireKnown(tx: Tx, { action, givenValues }: Pick<BulkEdit, "action" | "givenValues">): Promise<void> {
  if (action === "tag") await requireTags(tx, tagsOf(givenValues), "fields.");
  if (action === "set") await resolveReferences(tx, givenValues);
}

/** Begins one. Throws VALIDATION_FAILED for values that refer to nothing. */
export const create = mutation("bulk-edits.create", async (tx, { tasksMax, ...wanted }: NewEdit, context) => {
  await requireTaskRoom(tx, tasksMax);
  await requireKnown(tx, wanted);
  const { kind = "system", id: actorId = null } = context.by ?? {};
  const made = await BulkEdits.table.insert(tx, {
    ...wanted,
    id: context.newId(),
    runNo: 1,
    lastRow: await findLastRow(tx),
    actorKind: kind,
    actorId,
    actorName: await findActorName(tx, { kind, id: actorId }),
    createdAtMs: context.now(),
    startedAtMs: context.now(),
  });
  await enqueueEdit(tx, made.id, context);
  return made;
});

/** Who the history says has made its changes. */
export const authorOf = ({ actorKind: kind, actorId, actorName: name }: BulkEdit): Author => ({
  kind,
  id: actorId,
  name,
});

/** Ends one that has done all products, or has taken all back. */
export const end = mutation(
  "bulk-edits.end",
  async (tx, { id: editId, as }: { id: string; as: "complete" | "finish" }, context): Promise<void> => {
    await lifecycle.settleById(tx, editId, as, { error: null }, context);
  },
);

/** Ends one whose job has failed for good. */
export const fail = (tx: Tx, { editId }: { editId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, editId, "fail", { error }, context);

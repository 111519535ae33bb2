import type { Author } from "../../../db/history/product-changes.ts";
import { findActorName } from "../../../db/history/product-changes.ts";
import { leftProducts } from "../../../db/imports/import-reverts.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { commit } from "../../products/changes/commit/commit.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { requireMovable } from "../require-import.ts";
import { replaceImages } from "../run/chunk/replace-images.ts";
import type { RevertPart } from "./parts-of-revert.ts";
import { planPart, type Reverted } from "./plan-part.ts";
import { authorOf, type ImportRevert, lifecycle, Reverts } from "./revert-run.ts";

/** How many products that are left are listed. */
export const LEFT_MAX = 10_000;

interface RevertRequest {
  id: string;
  isPreview: boolean;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Throws INVALID_STATE while an import is being taken back, or that is being worked out. */
export async function refuseWhileReverting(tx: Tx, id: string): Promise<ImportRevert | undefined> {
  const known = await Reverts.find(tx, id);
  if (known?.status !== "processing") return known;
  const details = { current_state: known.isPreview ? "previewing_revert" : "reverting", allowed_states: [] };
  throw new ApiError("INVALID_STATE", { key: "imports.reverting", details });
}

/** Who asks, as the history names them. */
async function actorOf(tx: Tx, { by }: MutationContext) {
  const { kind = "system", id = null } = by ?? {};
  return { actorKind: kind, actorId: id, actorName: await findActorName(tx, { kind, id }) };
}

/**
 * Begins to take an import back, or to work out what that would do. One that has failed goes on where it was. Throws
 * IMPORT_JOB_NOT_FOUND, and INVALID_STATE for an import that has not ended or was taken back already.
 */
export const startRevert = mutation(
  "imports.start-revert",
  async (tx, { id, isPreview, tasksMax }: RevertRequest, context): Promise<void> => {
    await requireMovable(tx, id, "revert");
    const known = await refuseWhileReverting(tx, id);
    if (known && !known.isPreview && known.status === "completed") {
      throw new ApiError("INVALID_STATE", {
        key: "imports.reverted",
        details: { current_state: "reverted", allowed_states: [] },
      });
    }
    await requireTaskRoom(tx, tasksMax);
    const goesOn =
      known && !known.isPreview && !isPreview && (await lifecycle.settle(tx, known, "resume", {}, context));
    if (!goesOn) {
      await Reverts.table.erase(tx, { id });
      await Reverts.table.insert(tx, { id, isPreview, ...(await actorOf(tx, context)), startedAtMs: context.now() });
    }
    await enqueue(tx, "imports.revert", { importId: id }, context, { queue: "bulk" });
  },
);

/** Notes how many products there are to look at. */
export const noteRevertTotal = mutation(
  "imports.note-revert-total",
  async (tx, { id, total }: { id: string; total: number }): Promise<void> => {
    await Reverts.table.set(tx, { id }, { productsTotal: total });
  },
);

/** Takes back what an import did to some products, or only notes what that would do. */
export const revertPart = mutation(
  "imports.revert-part",
  async (
    tx,
    { id, part, planned }: { id: string; part: RevertPart; planned: Reverted[] | undefined },
    context,
  ): Promise<void> => {
    const known = await Reverts.find(tx, id);
    if (known?.status !== "processing") return;
    const outcomes = planned ?? (await planPart(tx, id, part, context.now()));
    if (!known.isPreview) await store(tx, outcomes, authorOf(known), context);
    await note(tx, known, part, outcomes);
  },
);

async function store(tx: Tx, outcomes: readonly Reverted[], author: Author, context: MutationContext): Promise<void> {
  const changes = outcomes.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return;
  const images = await replaceImages(tx, changes, context.now());
  const stored = changes.map((change) => ({ ...change, images: images.get(change) }));
  await commit(tx, stored, context, { author, movement: "adjust" });
}

async function note(tx: Tx, known: ImportRevert, part: RevertPart, outcomes: readonly Reverted[]): Promise<void> {
  const { id: importId, productsLeft } = known;
  const count = (outcome: Reverted["outcome"]) => outcomes.filter((each) => each.outcome === outcome).length;
  const left = outcomes.flatMap(({ row, left: own }) =>
    own.map((each) => ({ productId: row.id, name: row.title, ...each })),
  );
  await leftProducts.insertAll(
    tx,
    left
      .slice(0, Math.max(0, LEFT_MAX - productsLeft))
      .map((each, place) => ({ ...each, importId, seq: productsLeft + place + 1 })),
  );
  const counts = {
    productsProcessed: part.rows.length,
    productsDeleted: count("deleted"),
    productsRestored: count("restored"),
    productsLeft: left.length,
  };
  await Reverts.table.set(tx, { id: importId }, { afterUs: part.fromUs, afterRow: part.rows.at(-1) ?? 0 }, counts);
}

/** Notes that all is done. */
export const finishRevert = mutation("imports.finish-revert", async (tx, { id }: { id: string }, context) => {
  await lifecycle.settleById(tx, id, "complete", {}, context);
});

/** Notes that the job behind it will not be tried again. */
export const failRevert = (tx: Tx, { importId }: { importId: string }, _error: string, context: MutationContext) =>
  lifecycle.settleById(tx, importId, "fail", {}, context);

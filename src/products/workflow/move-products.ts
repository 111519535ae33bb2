import { findActorName } from "../../../db/history/product-changes.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { insertMoves } from "../../../db/workflow/product-moves.ts";
import { ApiError } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { findPublication } from "../../settings/publication.ts";
import { type CommitOrigin, commit } from "../changes/commit/commit.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { type Fault, faultOf } from "../changes/set/items.ts";
import { CRITERIA, completenessScore, factsOf } from "../fields/completeness.ts";
import { allowedActions, nextWorkflowStatus, type WorkflowAction } from "./workflow-states.ts";

export interface Moving {
  action: WorkflowAction;
  comment: string | null;
}

interface Move {
  before: ProductRow;
  after: ProductRow;
}

/** The product after the action. Throws INVALID_STATE where it cannot be done, and COMPLETENESS_TOO_LOW. */
function moved(before: ProductRow, action: WorkflowAction, minScore: number): Move {
  const to = nextWorkflowStatus(before.workflowStatus, action);
  if (to === undefined) {
    throw new ApiError("INVALID_STATE", {
      details: {
        current_state: before.workflowStatus,
        action,
        allowed_actions: allowedActions(before.workflowStatus),
      },
    });
  }
  if (action === "publish") requireComplete(before, minScore);
  const after: ProductRow = { ...before, workflowStatus: to };
  if (action === "archive") after.status = "archived";
  // What was archived is not for sale again by itself.
  if (action === "restore") after.status = "inactive";
  return { before, after };
}

function requireComplete(row: ProductRow, minScore: number): void {
  const score = completenessScore(row);
  if (score >= minScore) return;
  const facts = factsOf(row);
  const missing = CRITERIA.filter(({ isFilled }) => !isFilled(row, facts)).map(({ field }) => field);
  throw new ApiError("COMPLETENESS_TOO_LOW", { details: { score, required: minScore, missing } });
}

/** Stores moves with their history and events; the number of statements does not grow with them. */
async function storeMoves(
  tx: Tx,
  moves: readonly Move[],
  { action, comment }: Moving,
  context: MutationContext,
  origin: CommitOrigin = {},
) {
  if (moves.length === 0) return;
  const atMs = context.now();
  await commit(
    tx,
    moves.map(({ before, after }) => ({
      before,
      row: after,
      changed: before.status === after.status ? ["workflow_status"] : ["workflow_status", "status"],
      named: ["workflow_status"],
    })),
    context,
    origin,
  );
  const { kind = "system", id = null } = context.by ?? {};
  const author = origin.author ?? { kind, id, name: await findActorName(tx, { kind, id }) };
  await insertMoves(
    tx,
    moves.map(({ before, after }) => ({
      productId: before.id,
      atMs,
      action,
      from: before.workflowStatus,
      to: after.workflowStatus,
      comment,
      author,
    })),
  );
}

/**
 * Moves a product through the publication workflow. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE, and
 * COMPLETENESS_TOO_LOW for what may not be published yet.
 */
export const moveProduct = mutation(
  "workflow.move",
  async (
    tx,
    { id, expected, ...moving }: Moving & { id: string; expected: string[] | null },
    context,
  ): Promise<void> => {
    const row = await findLiveProduct(tx, id);
    requireVersion(expected, row.updatedAtUs);
    const { minScore } = await findPublication(tx);
    await storeMoves(tx, [moved(row, moving.action, minScore)], moving, context);
  },
);

/** A product that was not moved, as it crosses threads. */
export interface RefusedMove extends Fault {
  id: string;
}

/** Moves several products, each once. Returns those that were refused, in the order given. */
export async function moveAll(
  tx: Tx,
  { ids, ...moving }: Moving & { ids: string[] },
  context: MutationContext,
  origin: CommitOrigin = {},
): Promise<{ moves: Move[]; refused: RefusedMove[] }> {
  const rows = new Map((await findRowsByIds(tx, ids)).map((row) => [row.id, row]));
  const { minScore } = await findPublication(tx);
  const moves: Move[] = [];
  const refused: RefusedMove[] = [];
  for (const id of ids) {
    try {
      const row = rows.get(id);
      if (row?.deletedAtMs !== null) throw new ApiError("PRODUCT_NOT_FOUND");
      moves.push(moved(row, moving.action, minScore));
    } catch (error) {
      refused.push({ id, ...faultOf(error) });
    }
  }
  await storeMoves(tx, moves, moving, context, origin);
  return { moves, refused };
}

/** Moves several products; ids in lower case, each once. Returns those that were refused, in the order given. */
export const moveInBulk = mutation(
  "workflow.move-in-bulk",
  async (tx, wanted: Moving & { ids: string[] }, context): Promise<{ refused: RefusedMove[] }> => {
    const { refused } = await moveAll(tx, wanted, context);
    return { refused };
  },
);

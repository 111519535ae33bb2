import type { Reader } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { listMoves } from "../../../db/workflow/product-moves.ts";
import { findPublication } from "../../settings/publication.ts";
import { isoOfMs } from "../../text/instant.ts";
import { completenessScore } from "../fields/completeness.ts";
import { allowedActions } from "./workflow-states.ts";

const MOVES_MAX = 100;

/** The state of a product in the publication workflow, and how it came there. */
export async function workflowBody(db: Reader, row: ProductRow) {
  const { minScore } = await findPublication(db);
  const moves = await listMoves(db, row.id, MOVES_MAX);
  const score = completenessScore(row);
  const actions = allowedActions(row.workflowStatus);
  return {
    product_id: row.id,
    status: row.workflowStatus,
    completeness_score: score,
    required_score: minScore,
    can_publish: actions.includes("publish") && score >= minScore,
    allowed_actions: actions,
    history: moves.map(({ atMs, author, ...move }) => ({ ...move, by: author, at: isoOfMs(atMs) })),
  };
}

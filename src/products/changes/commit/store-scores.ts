import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { updateScores } from "../../../../db/product-stats/rescoring.ts";
import { touchCatalog } from "./touch-products.ts";

/**
 * Stores completeness scores that were wrong: the one change of products that, by the contract, gives them no `updated_at`.
 * What is cached of the catalog ends.
 */
export async function storeScores(
  tx: Tx,
  scores: readonly { id: string; score: number }[],
  context: MutationContext,
): Promise<void> {
  if (scores.length === 0) return;
  await updateScores(tx, scores);
  await touchCatalog(tx, context);
}

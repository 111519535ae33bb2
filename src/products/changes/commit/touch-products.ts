import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { updateScores } from "../../../../db/product-stats/rescoring.ts";
import { findRowsByIds } from "../../../../db/products/match.ts";
import { advanceSequence } from "../../../../db/products/sequence.ts";
import { completenessScore } from "../../fields/completeness.ts";
import { primaryUrl } from "../../media/image-change.ts";
import type { ProductChange } from "../set/product-change.ts";
import { type CommitOrigin, commit } from "./commit.ts";

/** A product whose parts outside its own row change: in this transaction already, or by what is given here. */
export interface Touch extends Pick<ProductChange, "images" | "moves" | "tags"> {
  productId: string;
  /** What events name as changed: `media`, `tags`, `variants`, … */
  updatedFields: string[];
  /** What the history keeps. */
  changes?: ProductChange["history"];
}

/**
 * Brings products up to date when their media, tags, variants, … have changed: a new `updated_at` (so feeds, search and
 * ETags notice), the completeness score, the history, and one `product.updated` each. Of several touches of a product the
 * last counts; unknown products are passed over. Call it once per request, and only when something really changed.
 */
export async function touchProducts(
  tx: Tx,
  touches: readonly Touch[],
  context: MutationContext,
  origin: CommitOrigin = {},
): Promise<void> {
  if (touches.length === 0) return;
  const byProduct = new Map(touches.map((touch) => [touch.productId, touch]));
  const rows = await findRowsByIds(tx, [...byProduct.keys()]);
  const changes = rows.map((before) => {
    const { updatedFields = [], changes: history = [], images, moves, tags } = byProduct.get(before.id) ?? {};
    const row = { ...before, ...(images && { imageUrl: primaryUrl(images.after) ?? null }) };
    row.completenessScore = completenessScore(row);
    return { before, row, changed: [], named: updatedFields, history, images, moves, tags };
  });
  await commit(tx, changes, context, origin);
}

/** Takes a change number for something beside the products that answers about them show: what is cached of them ends. */
export const touchCatalog = (tx: Tx, { now }: MutationContext): Promise<void> => advanceSequence(tx, now());

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

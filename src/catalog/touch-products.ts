import type { MutationContext, Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { completenessScore } from "../products/fields/completeness.ts";
import type { FieldChange } from "../products/history/record-changes.ts";
import { commit } from "./commit.ts";

/** A product whose parts outside its own row were changed in this transaction. */
export interface Touch {
  productId: string;
  /** What events name as changed: `media`, `tags`, `variants`, … */
  updatedFields: string[];
  /** What the history keeps. */
  changes?: readonly FieldChange[];
}

/**
 * Brings products up to date after their media, tags, variants, stock, … were changed in this transaction: a new
 * `updated_at` (so feeds, search and ETags notice), the completeness score, the history, and one `product.updated` each.
 * Columns that such a change sets (`image_url`, `stock`, `supplier_count`) must be set before. Unknown products are
 * passed over. Call it once per request, and only when something really changed.
 */
export async function touchProducts(tx: Tx, touches: readonly Touch[], context: MutationContext): Promise<void> {
  if (touches.length === 0) return;
  const byProduct = Map.groupBy(touches, ({ productId }) => productId);
  const rows = await findRowsByIds(tx, [...byProduct.keys()]);
  await commit(
    tx,
    rows.map((before) => {
      const own = byProduct.get(before.id) ?? [];
      const row = { ...before, completenessScore: completenessScore(before) };
      const named = [...new Set(own.flatMap(({ updatedFields }) => updatedFields))];
      return { before, row, changed: [], named, history: own.flatMap(({ changes = [] }) => changes) };
    }),
    context,
  );
}

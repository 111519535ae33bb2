import type { Author } from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { commit } from "../../../products/changes/commit/commit.ts";
import { ChangeSet, type PendingChange } from "../../../products/changes/set/change-set.ts";
import { openNames, storeNames } from "../../../products/changes/set/names.ts";
import type { StoredRows } from "../../../products/changes/set/product-change.ts";
import { differingFields } from "../../../products/fields/field-changes.ts";
import { noteStep } from "../../revert/note-step.ts";
import type { ChunkRow, RunSettings } from "../row/chunk-row.ts";
import { variantChanges } from "./changed-variants.ts";
import { changesOf, type PlannedRow, planChunk } from "./plan-chunk.ts";
import { replaceImages } from "./replace-images.ts";

/**
 * Stores changed products. What products that were there before had in their fields goes to their history, under the name
 * of `author` when there is one; an import has one event for all. Returns the rows that were stored.
 */
async function writeChanges(
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

/**
 * Applies rows to the catalog: works out what they change, and writes that. `author` is whom the history names; the user
 * who made the request when absent.
 */
export async function applyRows(
  tx: Tx,
  rows: readonly ChunkRow[],
  settings: RunSettings,
  context: MutationContext,
  author?: Author,
): Promise<PlannedRow[]> {
  const set = new ChangeSet(openNames(context, { ...settings.options, areUnchecked: true }));
  const planned = await planChunk(rows, { db: tx, set, settings, newId: context.newId, nowMs: context.now() });
  await storeNames(tx, set.names, context);
  const changes = changesOf(planned);
  const write = () => writeChanges(tx, changes, context, author);
  if (author?.kind === "import" && author.id !== null) await noteStep(tx, author.id, { changes, write }, context);
  else await write();
  return planned;
}

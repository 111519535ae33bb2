import type { Author } from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { ChangeSet } from "../../../products/changes/set/change-set.ts";
import { openNames, storeNames } from "../../../products/changes/set/names.ts";
import { noteStep } from "../../revert/note-step.ts";
import type { ChunkRow, RunSettings } from "../row/chunk-row.ts";
import { changesOf, type PlannedRow, planChunk } from "./plan-chunk.ts";
import { writeChanges } from "./write-changes.ts";

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

import type { Author } from "../../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { matchBrands } from "../../../brands/match-brands.ts";
import { ChangeSet } from "../../../catalog/change-set.ts";
import { matchCategories } from "../../../categories/match-categories.ts";
import { matchSuppliers } from "../../../suppliers/match-suppliers.ts";
import { matchTags } from "../../../tags/match-tags.ts";
import { noteStep } from "../../revert/note-step.ts";
import type { ChunkRow, RunSettings } from "../row/chunk-row.ts";
import { changesOf, type PlannedRow, planChunk } from "./plan-chunk.ts";
import { writeChanges } from "./write-changes.ts";

/**
 * Applies rows to the catalog: works out what they change, and writes that. `author` is whom the history names; whoever
 * made the request when absent.
 */
export async function applyRows(
  tx: Tx,
  rows: readonly ChunkRow[],
  settings: RunSettings,
  context: MutationContext,
  author?: Author,
): Promise<PlannedRow[]> {
  const { createBrands, createCategories } = settings.options;
  const planned = await planChunk(rows, {
    db: tx,
    set: new ChangeSet(),
    settings,
    resolveNames: async (brandNames, paths, tagNames) => {
      const [brands, categories, tags] = await Promise.all([
        matchBrands(tx, brandNames, { create: createBrands }, context),
        matchCategories(tx, paths, { create: createCategories }, context),
        tagNames.length > 0 ? matchTags(tx, tagNames, context) : new Map(),
      ]);
      return { brands, categories, tags };
    },
    resolveSuppliers: (codes) => matchSuppliers(tx, codes, { create: true }, context),
    newId: context.newId,
    nowMs: context.now(),
  });
  const changes = changesOf(planned);
  const write = () => writeChanges(tx, changes, context, author);
  if (author?.kind === "import" && author.id !== null) await noteStep(tx, author.id, { changes, write }, context);
  else await write();
  return planned;
}

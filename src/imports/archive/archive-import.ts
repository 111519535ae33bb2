import { setArchived } from "../../../db/imports/archive.ts";
import { mutation } from "../../../db/ports.ts";
import { requireImport, requireMovable } from "../require-import.ts";

/** Hides a finished import from the lists, or shows it again. */
export const archiveImport = mutation(
  "imports.archive",
  async (tx, { id, archived }: { id: string; archived: boolean }, { now }) => {
    await requireMovable(tx, id, "archive");
    await setArchived(tx, id, archived ? now() : null);
    return requireImport(tx, id);
  },
);

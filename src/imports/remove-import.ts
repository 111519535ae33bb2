import { deleteImport } from "../../db/imports/import-run.ts";
import { mutation } from "../../db/ports.ts";
import { requireMovable } from "./require-import.ts";

/** Deletes an import and its problems; its products stay. `fileKey` is what the caller must delete then. */
export const removeImport = mutation("imports.delete", async (tx, { id }: { id: string }) => {
  const { found } = await requireMovable(tx, id, "delete");
  await deleteImport(tx, id);
  return { fileKey: found.fileKey };
});

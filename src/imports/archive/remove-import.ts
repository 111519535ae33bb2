import { deleteImport } from "../../../db/imports/import-run.ts";
import { mutation } from "../../../db/ports.ts";
import { deleteSecrets } from "../../../db/secrets/secrets.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { importRecord } from "../import-record.ts";
import { requireMovable } from "../require-import.ts";
import { refuseWhileReverting } from "../revert/revert-import.ts";
import { importSecrets } from "../sources/source.ts";

export interface ImportPlace {
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/** Deletes an import and its problems; its products stay. `fileKey` is what the caller must delete then. */
export const removeImport = mutation("imports.delete", async (tx, { id, expected }: ImportPlace) => {
  const { found } = await requireMovable(tx, id, "delete");
  await refuseWhileReverting(tx, id);
  if (expected) requireVersion(expected, versionOf(importRecord(found)));
  await deleteSecrets(tx, importSecrets(id));
  await deleteImport(tx, id);
  return { fileKey: found.fileKey };
});

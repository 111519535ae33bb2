import { deleteImport } from "../../../db/imports/import-run.ts";
import { mutation } from "../../../db/ports.ts";
import { deleteSecrets } from "../../../db/secrets/secrets.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { importRecord } from "../import-record.ts";
import { requireMovable } from "../require-import.ts";
import { refuseWhileReverting } from "../revert/revert-import.ts";
import { importSecrets } from "../sources/source.ts";

export interface ImportPlace extends Conditional {
  id: string;
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

/** Deletes an import that is not running, with its problems and its file; its products stay. Throws INVALID_STATE and
 * PRECONDITION_FAILED. */
export async function deleteWithFile({ files }: Services, write: BoundWrite, place: ImportPlace) {
  const { fileKey } = await write(removeImport, place);
  if (fileKey !== null) await files.delete(fileKey);
  return { deleted: true as const, id: place.id };
}

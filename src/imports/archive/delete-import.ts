import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import type { Services } from "../../runtime/services.ts";
import { type ImportPlace, removeImport } from "./remove-import.ts";

/** Deletes an import that is not running, with its problems and its file; its products stay. Throws INVALID_STATE and
 * PRECONDITION_FAILED. */
export async function deleteImport({ files }: Services, write: BoundWrite, place: ImportPlace) {
  const { fileKey } = await write(removeImport, place);
  if (fileKey !== null) await files.delete(fileKey);
  return { deleted: true as const, id: place.id };
}

import type { BoundWrite } from "../http/gate.ts";
import type { Services } from "../services.ts";
import { removeImport } from "./remove-import.ts";

/** Deletes an import that is not running, with its problems and its file; its products stay. Throws INVALID_STATE. */
export async function deleteImport({ files }: Services, write: BoundWrite, id: string) {
  const { fileKey } = await write(removeImport, { id });
  if (fileKey !== null) await files.delete(fileKey);
  return { deleted: true as const, id };
}

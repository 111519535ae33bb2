import type { Import } from "../../db/imports/imports.ts";
import type { Reader } from "../../db/ports.ts";
import { ApiError } from "../http/output/errors.ts";
import { type ImportMove, Imports } from "./states.ts";

/** The import with this id. Throws IMPORT_JOB_NOT_FOUND. */
export const requireImport = Imports.require;

/**
 * The import, and the status that the move leads to. Throws IMPORT_JOB_NOT_FOUND, INVALID_STATE when its status does not
 * allow the move, and MAPPING_REQUIRED when it only lacks a mapping.
 */
export async function requireMovable(db: Reader, id: string, move: ImportMove) {
  const found = await requireImport(db, id);
  if (move === "start_processing" && found.status === "awaiting_mapping") {
    const details = { current_state: found.status, allowed_states: Imports.moves[move].from };
    throw new ApiError("MAPPING_REQUIRED", { details });
  }
  return { found, status: Imports.requireMove(found, move) };
}

/** The import's file as it lies. Throws INVALID_STATE when it was purged. */
export function fileOf({ fileKey, status }: Pick<Import, "fileKey" | "status">): string {
  if (fileKey !== null) return fileKey;
  throw new ApiError("INVALID_STATE", { key: "imports.file_purged", details: { current_state: status } });
}

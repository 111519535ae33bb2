import { findImport, type Import } from "../../db/imports/imports.ts";
import type { Reader } from "../../db/ports.ts";
import { required } from "../http/output/errors.ts";
import { type ImportFacts, type ImportMove, type ImportStatus, requireMove } from "./states.ts";

/** The import with this id. Throws IMPORT_JOB_NOT_FOUND. */
export const requireImport = async (db: Reader, id: string): Promise<Import> =>
  required(await findImport(db, id), "import", id);

export const factsOf = ({ status, totalRows, failedRows }: Import): ImportFacts => ({
  // The table checks it.
  status: status as ImportStatus,
  totalRows,
  failedRows,
});

/** The import and the status that the move leads to. Throws IMPORT_JOB_NOT_FOUND, INVALID_STATE, MAPPING_REQUIRED. */
export async function requireMovable(
  db: Reader,
  id: string,
  move: ImportMove,
): Promise<{ found: Import; status: ImportStatus }> {
  const found = await requireImport(db, id);
  return { found, status: requireMove(move, factsOf(found)) };
}

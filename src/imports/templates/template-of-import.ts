import type { Reader } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import type { MappingInput } from "../map/check-mapping.ts";
import { formatOf } from "../map/saved-mapping.ts";
import { isWorkbook } from "../parse/file-format.ts";
import { requireImport } from "../require-import.ts";
import { FINISHED } from "../states.ts";
import type { FileOptions } from "./file-options.ts";

const isFinished = (status: string) => FINISHED.some((each) => each === status);

/** What a template takes over from an import. Throws IMPORT_JOB_NOT_FOUND, and INVALID_STATE for one that has not ended. */
export async function templateOfImport(db: Reader, importId: string) {
  const found = await requireImport(db, importId);
  if (!isFinished(found.status) || found.mapping === null) {
    throw new ApiError("INVALID_STATE", { details: { current_state: found.status, allowed_states: FINISHED } });
  }
  // Written by `saveMapping`, which has checked it.
  const mapping = found.mapping as MappingInput;
  const format = formatOf(found);
  const file_options: FileOptions = {
    encoding: format.encoding,
    delimiter: format.delimiter,
    skip_header_rows: format.skipHeaderRows,
    sheet_name: isWorkbook(format) ? format.sheet : null,
  };
  return { supplier_id: found.supplierId, ...mapping, file_options };
}

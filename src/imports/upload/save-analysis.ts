import { deleteImportErrors } from "../../../db/imports/import-errors.ts";
import { setAnalysis } from "../../../db/imports/imports.ts";
import { cancelJob } from "../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../db/ports.ts";
import { fileFormatOf, type StoredAnalysis } from "../map/saved-mapping.ts";
import { requireMovable } from "../require-import.ts";

/** Keeps another analysis of an import's file; its mapping and results are dropped. Throws INVALID_STATE. */
export const saveAnalysis = mutation(
  "imports.save-analysis",
  async (tx, { id, analysis }: { id: string; analysis: StoredAnalysis }, { now }) => {
    const { found, status } = await requireMovable(tx, id, "reanalyze");
    if (found.jobUid !== null) await cancelJob(tx, found.jobUid, now());
    await deleteImportErrors(tx, id, 0);
    const { columns, suggestedMapping, rowCount } = analysis;
    await setAnalysis(tx, {
      id,
      status,
      fileFormat: fileFormatOf(analysis),
      columns,
      suggestedMapping,
      totalRows: rowCount,
    });
  },
);

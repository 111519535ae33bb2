import type { Reader } from "../../../db/ports.ts";
import type { BoundWrite } from "../../http/gate/bound-write.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { analyzeCall } from "../calls.ts";
import { formatOf } from "../map/saved-mapping.ts";
import { requireMovable } from "../require-import.ts";
import { fileOf } from "../run/read-rows.ts";
import { shownReading } from "../shown-reading.ts";
import { saveAnalysis } from "./save-analysis.ts";

interface Caller {
  db: Reader;
  tenantId: string;
  write: BoundWrite;
  language: Language;
}

/** Analyses an import's file again with other records before the header, or by another sheet. Throws INVALID_STATE, IMPORT_PARSE_FAILED. */
export async function reanalyzeImport(
  { call }: Services,
  { db, tenantId, write, language }: Caller,
  { id, skipHeaderRows, sheetName }: { id: string; skipHeaderRows: number; sheetName: string | null },
) {
  const { found: before } = await requireMovable(db, id, "reanalyze");
  const kept = formatOf(before);
  const found = await call(analyzeCall, tenantId, {
    fileKey: fileOf(before),
    fileName: before.fileName,
    // Unless another is asked for, the sheet stays the one that it was.
    sheetName: sheetName ?? (kept.format === "xlsx" ? kept.sheet : null),
    skipHeaderRows,
    language,
  });
  const { sampleData, suggestedLanguages, warnings: _, suggestionBases: __, openColumns: ___, ...analysis } = found;
  await write(saveAnalysis, { id, analysis });
  return {
    columns: analysis.columns,
    row_count: analysis.rowCount,
    sample_data: sampleData,
    suggested_mapping: analysis.suggestedMapping,
    suggested_languages: suggestedLanguages,
    ...shownReading(found, language),
  };
}

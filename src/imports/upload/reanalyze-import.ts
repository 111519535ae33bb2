import type { Reader } from "../../../db/ports.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { findLanguages } from "../../settings/languages.ts";
import { analyzeCall } from "../calls.ts";
import { formatOf } from "../map/saved-mapping.ts";
import { isCurrencyCode } from "../map/values/currencies.ts";
import { isWorkbook } from "../parse/file-format.ts";
import type { GivenFormat } from "../parse/given-format.ts";
import { fileOf, requireMovable } from "../require-import.ts";
import { shownReading } from "../shown-reading.ts";
import { fileOptionProblems } from "../templates/file-options.ts";
import type { Reanalyze } from "./analysis-schema.ts";
import { saveAnalysis } from "./save-analysis.ts";

interface Caller {
  db: Reader;
  tenantId: string;
  write: BoundWrite;
  language: Language;
}

/** What was said of the file before, and now: `null` takes it back. */
function givenIn(before: GivenFormat, body: Reanalyze): GivenFormat {
  const { skip_header_rows: skipped, header_row: row = skipped === undefined ? undefined : skipped + 1 } = body;
  const now: GivenFormat = {
    encoding: body.encoding,
    delimiter: body.delimiter,
    quote: body.quote,
    headerRow: row,
    recordPath: body.record_path,
    decimalSeparator: body.decimal_separator,
    currency: body.currency,
    language: body.language,
  };
  return { ...before, ...Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) };
}

function* problemsOf(body: Reanalyze, enabled: readonly string[]): Generator<FieldProblem> {
  yield* fileOptionProblems(body, "");
  const { currency, language } = body;
  if (currency && !isCurrencyCode(currency))
    yield { field: "currency", type: "invalid_value", key: "imports.unknown_currency" };
  if (language && !enabled.includes(language))
    yield { field: "language", type: "invalid_value", key: "mapping.language", params: { language } };
}

/**
 * Analyses an import's file again as a person says it is to be read: what was said before stays until it is said otherwise. Throws
 * INVALID_STATE, IMPORT_PARSE_FAILED, VALIDATION_FAILED.
 */
export async function reanalyzeImport(
  { call }: Pick<Services, "call">,
  { db, tenantId, write, language }: Caller,
  { id, body }: { id: string; body: Reanalyze },
) {
  const { found: before } = await requireMovable(db, id, "reanalyze");
  const { enabled } = await findLanguages(db);
  const problems = [...problemsOf(body, enabled)];
  if (problems.length > 0) throw invalidBody(problems);
  const former = formatOf(before);
  const found = await call(analyzeCall, tenantId, {
    fileKey: fileOf(before),
    fileName: before.fileName,
    // Unless another is requested, the sheet stays the same.
    sheetName: body.sheet_name ?? (isWorkbook(former) ? former.sheet : null),
    skipHeaderRows: null,
    fileOptions: givenIn(former.given ?? {}, body),
    language,
  });
  const {
    sampleData,
    suggestedLanguages,
    suggestedComputed,
    warnings: _,
    recordPaths: __,
    suggestionBases: ___,
    openColumns: ____,
    ...analysis
  } = found;
  await write(saveAnalysis, { id, analysis });
  return {
    columns: analysis.columns,
    row_count: analysis.rowCount,
    sample_data: sampleData,
    suggested_mapping: analysis.suggestedMapping,
    suggested_computed_columns: suggestedComputed,
    suggested_languages: suggestedLanguages,
    ...shownReading(found, language),
  };
}

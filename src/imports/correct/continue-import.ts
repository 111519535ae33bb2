import { findImport, type Import } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import { findLanguages } from "../../settings/languages.ts";
import { withoutFormulaGuard } from "../../text/formula-guard.ts";
import { type MappingInput, mappingProblems } from "../map/check-mapping.ts";
import { formatOf, type StoredAnalysis } from "../map/saved-mapping.ts";
import { correctedImport } from "./failed-rows.ts";

/** An import that goes on with corrected rows of another. */
export interface Continued {
  first: Import;
  mapping: MappingInput;
}

/** The columns as they were called: names such as `@id` are guarded in a CSV as cells are. */
const columnsOf = (columns: readonly string[]): string[] => columns.map(withoutFormulaGuard);

/**
 * The import that a file of corrected rows continues, whose mapping fits it; `undefined` for any other file. The column with the
 * reasons is mapped to nothing.
 */
export async function findContinued(db: Reader, columns: readonly string[]): Promise<Continued | undefined> {
  const id = correctedImport(columns);
  const first = id === undefined ? undefined : await findImport(db, id);
  if (!first || first.mapping === null) return undefined;
  // Written by `saveMapping`, which has checked it.
  const mapping = first.mapping as MappingInput;
  const { enabled } = await findLanguages(db);
  return mappingProblems(mapping, { columns: columnsOf(columns), enabledLanguages: enabled }).length === 0
    ? { first, mapping }
    : undefined;
}

/** The analysis with what was found out of all rows, or said of them: some of them say less. */
export function continuedAnalysis<A extends Pick<StoredAnalysis, "columns" | "format" | "marks">>(
  analysis: A,
  first: Import,
): A {
  const { decimalSeparator: mark, columnMarks = {}, given } = formatOf(first);
  const { currency = null, language = null } = given ?? {};
  return {
    ...analysis,
    columns: columnsOf(analysis.columns),
    marks: { mark, columns: columnMarks },
    format: { ...analysis.format, given: { currency, language } },
  };
}

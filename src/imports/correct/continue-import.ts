import { type Import, imports } from "../../../db/imports/imports.ts";
import type { Reader } from "../../../db/ports.ts";
import { findLanguages } from "../../settings/languages.ts";
import { withoutFormulaGuard } from "../../text/formula-guard.ts";
import { type MappingInput, mappingProblems } from "../map/check-mapping.ts";
import { formatOf, type StoredAnalysis } from "../map/saved-mapping.ts";
import { namesColumns } from "../parse/file-format.ts";
import { correctedImport } from "./failed-rows.ts";

/** An import that goes on with corrected rows of another. */
export interface Continued {
  first: Import;
  mapping: MappingInput;
}

type Read = Pick<StoredAnalysis, "columns" | "format">;

/**
 * The columns as they were called: names such as `@id` are guarded in a CSV as cells are. Where rows name the columns, a few of them
 * may lack some.
 */
const columnsOf = ({ columns, format }: Read, first: Import): string[] =>
  namesColumns(format) ? [...new Set([...first.columns, ...columns])] : columns.map(withoutFormulaGuard);

/**
 * The import that a file of corrected rows continues, whose mapping fits it; `undefined` for any other file. The column with the
 * reasons is mapped to nothing.
 */
export async function findContinued(db: Reader, read: Read): Promise<Continued | undefined> {
  const id = correctedImport(read.columns);
  const first = id === undefined ? undefined : await imports.find(db, { id });
  if (!first || first.mapping === null) return undefined;
  // Written by `saveMapping`, which has checked it.
  const mapping = first.mapping as MappingInput;
  const { enabled } = await findLanguages(db);
  return mappingProblems(mapping, { columns: columnsOf(read, first), enabledLanguages: enabled }).length === 0
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
    columns: columnsOf(analysis, first),
    marks: { mark, columns: columnMarks },
    format: { ...analysis.format, given: { currency, language } },
  };
}

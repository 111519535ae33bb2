import { countImportErrors, type ImportError, listImportErrors } from "../../db/imports/import-errors.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/input/cursor.ts";
import { metaPage, type PageInput, pageOf } from "../http/input/page.ts";
import type { Language } from "../http/output/messages.ts";

export const ERROR_PAGE_SIZES = { perPage: 50, perPageMax: 200 };

export interface ErrorQuery extends PageInput {
  offset?: number;
  error_type?: string;
  severity?: "error" | "warning";
  search?: string;
}

const errorRecord = (error: ImportError) => ({
  row_number: error.rowNumber,
  severity: error.severity,
  error_type: error.errorType,
  field: error.field,
  message: error.message,
  raw_value: error.rawValue,
  created_at: new Date(error.createdAtMs).toISOString(),
});

/** A page of an import's stored problems, in the order of the rows and the language of the reader. `offset` wins over the page number. */
export async function listErrorPage(
  db: Reader,
  importId: string,
  { offset, language, ...query }: ErrorQuery & { language: Language },
) {
  const paging = offset === undefined ? query : { ...query, page: undefined, skip: offset };
  const page = pageOf(paging, ERROR_PAGE_SIZES);
  const filter = {
    errorType: query.error_type ?? null,
    severity: query.severity ?? null,
    search: query.search?.trim() || null,
    eanOnly: false,
    language,
  };
  const list = `import-errors?${importId}${JSON.stringify(filter)}`;
  const [seq] = page.cursor === undefined ? [0] : decodeCursor(list, page.cursor, ["count"]);
  // One more than is shown says whether there is a next page.
  const place = { seq, offset: page.offset, limit: page.perPage + 1 };
  const found = await listImportErrors(db, importId, filter, place);
  const shown = found.slice(0, page.perPage);
  const hasNext = found.length > shown.length;
  const total = await countImportErrors(db, importId, filter);
  const cursor = hasNext ? encodeCursor(list, [shown.at(-1)?.seq ?? 0]) : null;
  const answer = metaPage(shown.map(errorRecord), total, page, cursor);
  return { ...answer, meta: { ...answer.meta, has_next: hasNext } };
}

import { countImportErrors, type ImportError, listImportErrors } from "../../db/imports/import-errors.ts";
import type { Reader } from "../../db/ports.ts";
import { metaPage, type PageInput, pageOf } from "../http/page.ts";

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

/** A page of an import's stored problems, in the order of the rows. `offset` wins over the page number. */
export async function listErrorPage(db: Reader, importId: string, { offset, ...query }: ErrorQuery) {
  const paging = offset === undefined ? query : { ...query, page: undefined, skip: offset };
  const page = pageOf(paging, ERROR_PAGE_SIZES);
  const filter = {
    errorType: query.error_type ?? null,
    severity: query.severity ?? null,
    search: query.search?.trim() || null,
    eanOnly: false,
  };
  const found = await listImportErrors(db, importId, filter, { offset: page.offset, limit: page.perPage });
  const total = await countImportErrors(db, importId, filter);
  const answer = metaPage(found.map(errorRecord), total, page);
  return { ...answer, meta: { ...answer.meta, has_next: page.offset + page.perPage < total } };
}

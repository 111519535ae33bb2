import { type Static, Type } from "@sinclair/typebox";
import { countImportErrors, type ImportError, listImportErrors } from "../../db/imports/import-errors.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/input/cursor.ts";
import { orNull } from "../http/input/fields.ts";
import { metaPage, pageOf, pageQuery } from "../http/input/page.ts";
import type { Language } from "../http/output/messages.ts";
import { view } from "../kit/view.ts";
import { isoOfMs } from "../text/instant.ts";

const ERROR_PAGE_SIZES = { perPage: 50, perPageMax: 200 };

export const ErrorQuery = Type.Object({
  ...pageQuery(ERROR_PAGE_SIZES).properties,
  offset: Type.Optional(Type.Integer({ minimum: 0, description: "Errors to skip; overrides `page`." })),
  error_type: Type.Optional(Type.String({ maxLength: 100 })),
  severity: Type.Optional(Type.Union([Type.Literal("error"), Type.Literal("warning")])),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Part of the message, field or value." })),
});

/** A stored problem as the API shows it. */
export const ImportErrors = view<ImportError>()({
  row_number: [Type.Integer({ description: "Row number in the file; the header of a plain CSV is 1." }), "rowNumber"],
  severity: [Type.Union([Type.Literal("error"), Type.Literal("warning")]), "severity"],
  error_type: [Type.String(), "errorType"],
  field: [orNull(Type.String()), "field"],
  message: [Type.String(), "message"],
  raw_value: [orNull(Type.String()), "rawValue"],
  created_at: [Type.String({ format: "date-time" }), ({ createdAtMs }) => isoOfMs(createdAtMs)],
});

/** A page of an import's stored problems, in the order of the rows and the language of the reader. `offset` wins over the page number. */
export async function listErrorPage(
  db: Reader,
  importId: string,
  { offset, language, ...query }: Static<typeof ErrorQuery> & { language: Language },
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
  const answer = metaPage(
    shown.map((each) => ImportErrors.of(each)),
    total,
    page,
    cursor,
  );
  return { ...answer, meta: { ...answer.meta, has_next: hasNext } };
}

import { type Static, Type } from "@sinclair/typebox";
import {
  countImports,
  IMPORT_STATUSES,
  type Import,
  type ImportFilter,
  listImports,
  listImportsAfter,
  NO_FILTER,
} from "../../db/imports/imports.ts";
import type { Reader } from "../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../http/input/cursor.ts";
import { metaPage, pageOf, pageQuery } from "../http/input/page.ts";
import { type FieldProblem, invalidParameter } from "../http/output/errors.ts";
import { importRecord } from "./import-record.ts";

/** Reads a comma list of statuses. Throws INVALID_PARAMETER for one that does not exist. */
export function readStatuses(field: string, list: string | undefined): string[] | null {
  if (list === undefined) return null;
  const statuses = list.split(",").map((status) => status.trim());
  const known = new Set<string>(IMPORT_STATUSES);
  if (statuses.every((status) => known.has(status))) return statuses;
  const problem: FieldProblem = {
    field,
    type: "invalid_value",
    key: "validation.one_of",
    params: { allowed: IMPORT_STATUSES.join(", ") },
  };
  throw invalidParameter([problem]);
}

const Archived = Type.Union([Type.Literal("true"), Type.Literal("false"), Type.Literal("all")], {
  description: "Archived imports only, or all. Default `false`.",
});
export const ImportQuery = Type.Object({
  ...pageQuery().properties,
  status: Type.Optional(Type.String({ description: "Comma-separated list." })),
  supplier_code: Type.Optional(Type.String({ maxLength: 255 })),
  archived: Type.Optional(Archived),
  use_cursor: Type.Optional(Type.Boolean({ description: "Number of imports to return with `cursor`." })),
});
type ListQuery = Static<typeof ImportQuery>;

const ARCHIVED = { true: "only", false: "no", all: "all" } as const;

const filterOf = ({ status, supplier_code: supplierCode, archived = "false" }: ListQuery): ImportFilter => ({
  ...NO_FILTER,
  statuses: readStatuses("status", status),
  supplierCode: supplierCode ?? null,
  archived: ARCHIVED[archived],
});

const listName = (filter: ImportFilter) => `imports?${JSON.stringify(filter)}`;
const cursorAfter = (filter: ImportFilter, last: Import | undefined) =>
  last ? encodeCursor(listName(filter), [last.createdAtMs, last.id]) : null;

/** A page of imports, newest first: by number, or from a cursor on. */
export async function listImportPage(db: Reader, query: ListQuery) {
  const filter = filterOf(query);
  const page = pageOf(query);
  if (query.use_cursor === true || page.cursor !== undefined) return listByCursor(db, filter, query);
  const found = await listImports(db, filter, { offset: page.offset, limit: page.perPage });
  const total = await countImports(db, filter);
  const hasMore = page.offset + found.length < total;
  return metaPage(found.map(importRecord), total, page, hasMore ? cursorAfter(filter, found.at(-1)) : null);
}

async function listByCursor(db: Reader, filter: ImportFilter, query: ListQuery) {
  const { perPage, cursor } = pageOf({ ...query, per_page: query.limit ?? query.per_page });
  const start: [number, string] = [Number.MAX_SAFE_INTEGER, ""];
  const [createdAtMs, id] = cursor === undefined ? start : decodeCursor(listName(filter), cursor, ["count", "text"]);
  // One more than is shown says whether there is a next page.
  const after = { createdAtMs, id, limit: perPage + 1 };
  const found = await listImportsAfter(db, filter, after);
  const shown = found.slice(0, perPage);
  const hasMore = found.length > perPage;
  return {
    items: shown.map(importRecord),
    meta: {
      limit: perPage,
      next_cursor: hasMore ? cursorAfter(filter, shown.at(-1)) : null,
      has_next: hasMore,
      has_previous: cursor !== undefined,
    },
  };
}

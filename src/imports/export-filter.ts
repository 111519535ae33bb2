import { type ImportFilter, NO_FILTER } from "../../db/imports/imports.ts";
import { invalidParameter } from "../http/output/errors.ts";
import { microsecondsOf } from "../text/instant.ts";
import { readStatuses } from "./list-imports.ts";

const DAY_MS = 86_400_000;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export interface ExportQuery {
  status_filter?: string;
  supplier_code?: string;
  start_date?: string;
  end_date?: string;
}

/** Reads a day or an instant. Throws INVALID_PARAMETER. */
function timeOf(field: string, text: string): number {
  const us = microsecondsOf(text);
  if (us !== undefined) return Math.floor(us / 1000);
  throw invalidParameter([{ field, type: "invalid_format", key: "validation.date_time" }]);
}

/** Which imports an export holds. A last day is included whole, a last instant itself. */
export function exportFilter(query: ExportQuery): ImportFilter {
  const { start_date: start, end_date: end } = query;
  const lastMs = end !== undefined && DATE_ONLY.test(end) ? DAY_MS : 1;
  return {
    ...NO_FILTER,
    statuses: readStatuses("status_filter", query.status_filter),
    supplierCode: query.supplier_code ?? null,
    createdFromMs: start === undefined ? null : timeOf("start_date", start),
    createdBeforeMs: end === undefined ? null : timeOf("end_date", end) + lastMs,
  };
}

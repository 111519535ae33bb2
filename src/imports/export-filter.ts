import { type Static, Type } from "@sinclair/typebox";
import { type ImportFilter, NO_FILTER } from "../../db/imports/imports.ts";
import { invalidParameter } from "../http/output/errors.ts";
import { microsecondsOf } from "../text/instant.ts";
import { readStatuses } from "./list-imports.ts";

const DAY_MS = 86_400_000;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

const Day = (description: string) =>
  Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}", maxLength: 40, description, examples: ["2026-11-21"] });
export const ImportExportQuery = Type.Object({
  status_filter: Type.Optional(Type.String({ description: "Comma-separated list." })),
  supplier_code: Type.Optional(Type.String({ maxLength: 255 })),
  start_date: Type.Optional(Day("From this date or time, inclusive.")),
  end_date: Type.Optional(Day("To this date or time, inclusive.")),
});

/** Reads a day or an instant. Throws INVALID_PARAMETER. */
function timeOf(field: string, text: string): number {
  const us = microsecondsOf(text);
  if (us !== undefined) return Math.floor(us / 1000);
  throw invalidParameter([{ field, type: "invalid_format", key: "validation.date_time" }]);
}

/** Which imports an export holds. A last day is included whole, a last instant itself. */
export function exportFilter(query: Static<typeof ImportExportQuery>): ImportFilter {
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

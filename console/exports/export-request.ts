import type { ApiDocument } from "../api/document.ts";
import { fieldsOf } from "../ui/schema.ts";

/** The formats, each with the operation that makes it. */
export const FORMATS = ["csv", "excel", "json", "zip"] as const;

/** Columns that most people want; the others are chosen. */
export const FIRST_COLUMNS = ["ean", "reference", "title", "brand", "category", "price", "stock"];
const LISTED = /Default all: ([a-z_, ]+)\./;
const NUMBERS = new Set(["price_min", "price_max", "min_completeness", "max_completeness"]);

/** The columns that an export can have: the description lists them, so that a new field is a new column. */
export function columnNames(document: ApiDocument): string[] {
  const { schemas } = document.components;
  const fields = fieldsOf(schemas["ExportProductsAsCsvRequest"] ?? {}, schemas);
  const help = fields.find(({ name }) => name === "include_fields")?.help ?? "";
  return LISTED.exec(help)?.[1]?.split(", ") ?? FIRST_COLUMNS;
}

/** Filters of the list of products, from an address, as an export takes them. */
export function filtersOf(query: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (value === "true" || value === "false") return [name, value === "true"];
      return [name, NUMBERS.has(name) ? Number(value) : value];
    }),
  );
}

/** A task that makes a file, as its progress shows it. */
export interface Task {
  state: "PENDING" | "PROGRESS" | "SUCCESS" | "FAILURE";
  current: number;
  total: number;
  percent: number;
  message: string;
  result?: { file_name: string; rows: number; download_url: string };
}

import { type CsvOptions, csv } from "./csv.ts";
import { FULL_PAGES, type PageSize } from "./page-size.ts";
import { type ProductExport, productTable } from "./product-table.ts";
import { productWorkbook, type WorkbookOptions, type WorkbookPlace, workbookNeeds } from "./product-workbook.ts";

/** How a table becomes a file. */
export type FileFormat = ({ name: "csv" } & CsvOptions) | ({ name: "xlsx" } & WorkbookOptions);

/** What to export, and as which file. Plain data: it is stored with the task and handed to a worker thread. */
export interface ExportOptions {
  resource: "products";
  wanted: ProductExport;
  format: FileFormat;
  /** The address of this service as its caller knows it. */
  origin: string;
}

/** What a file of each format is served as. */
export const CONTENT_TYPES: Record<FileFormat["name"], string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Sees the pages of an export pass: `length` is how many products each has. */
type Watch = <Page extends { length: number }>(pages: AsyncIterable<Page>) => AsyncIterable<Page>;

/** Writes products as a file, in chunks of some hundred rows. They are read as the chunks are taken. */
export function encode(
  { wanted, format, origin }: ExportOptions,
  place: WorkbookPlace,
  { watch = (pages) => pages, size = FULL_PAGES }: { watch?: Watch; size?: PageSize } = {},
): AsyncIterable<Uint8Array> {
  const needs = format.name === "xlsx" ? workbookNeeds(format) : [];
  const table = productTable(place.db, wanted, { origin, needs, size });
  const watched = { ...table, pages: watch(table.pages) };
  return format.name === "csv" ? csv(watched, format, size) : productWorkbook(watched, format, place);
}

const pad = (value: number) => String(value).padStart(2, "0");

/** `products_20260131_235959.csv`, in UTC. */
export function fileNameOf({ resource, format }: ExportOptions, atMs: number): string {
  const at = new Date(atMs);
  const day = `${at.getUTCFullYear()}${pad(at.getUTCMonth() + 1)}${pad(at.getUTCDate())}`;
  const time = `${pad(at.getUTCHours())}${pad(at.getUTCMinutes())}${pad(at.getUTCSeconds())}`;
  return `${resource}_${day}_${time}.${format.name}`;
}

/** Where the file of an export task is stored. */
export const fileKeyOf = (tenantId: string, taskId: string): string => `${tenantId}/exports/${taskId}`;

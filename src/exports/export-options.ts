import type { ExportedProduct } from "../../db/exports/exported-product.ts";
import type { Reader } from "../../db/ports.ts";
import { type CsvOptions, csv } from "./csv.ts";
import { type ProductExport, productTable } from "./product-table.ts";
import { productWorkbook, type WorkbookOptions, type WorkbookPlace, workbookNeeds } from "./product-workbook.ts";
import type { Table } from "./table.ts";

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

/** The products as a table, with what its format needs of them besides the columns. */
export const openTable = (db: Reader, { wanted, format, origin }: ExportOptions): Table<ExportedProduct> =>
  productTable(db, wanted, { origin, needs: format.name === "csv" ? [] : workbookNeeds(format) });

/** Writes products as a file, in chunks of some hundred rows. */
export const encode = (
  table: Table<ExportedProduct>,
  format: FileFormat,
  place: WorkbookPlace,
): AsyncIterable<Uint8Array> => (format.name === "csv" ? csv(table, format) : productWorkbook(table, format, place));

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

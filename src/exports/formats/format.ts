import type { TProperties } from "@sinclair/typebox";
import type { ExportMember } from "../../../db/exports/exported-product.ts";
import type { CsvOptions } from "../encode/csv.ts";
import type { CsvDelimiter } from "../encode/csv-line.ts";
import type { JsonOptions } from "../encode/json.ts";
import type { WorkbookOptions, WorkbookPlace } from "../encode/product-workbook.ts";
import type { FeedFormat } from "../feeds/write-items.ts";
import type { NamedTable, SheetName, Table } from "../tables/table.ts";
import type { PageSize } from "../tasks/row-page-size.ts";

/** How a table becomes a file. Plain data: it is stored with the task and handed to a worker thread. */
export type FileFormat =
  | ({ name: "csv" } & CsvOptions)
  | ({ name: "xlsx" } & WorkbookOptions & {
        /** What it holds; absent: what the export is of. */
        sheets?: readonly SheetName[];
      })
  | ({ name: "json" } & JsonOptions & {
        /** With what belongs to each product. */
        withRelated: boolean;
      })
  | ({ name: "feed" } & FeedFormat)
  | ({ name: "zip" } & CsvOptions & { rowsPerFile: number });
export type FormatOf<N> = Extract<FileFormat, { name: N }>;

/** The options of every format by their API names; each takes its own. */
export interface FormatBody {
  utf8_bom?: boolean;
  delimiter?: CsvDelimiter;
  include_sheets?: SheetName[];
  formatting?: boolean;
  date_cells?: boolean;
  include_relations?: boolean;
  pretty?: boolean;
  json_lines?: boolean;
  max_rows_per_file?: number;
}

/** A kind of file. `formats.ts` lists them. */
export interface Format<O> {
  /** Its options in the body of a request. */
  body: TProperties;
  /** The options with their defaults. */
  read(body: FormatBody): O;
  contentType(options: O): string;
  /** Of the file's name. */
  ending(options: O): string;
  /** What it reads of products besides their columns. */
  needs?(options: O): readonly ExportMember[];
  /** Writes the file in chunks, as fast as they are taken. `size` is called with the length of each page. */
  write(tables: readonly NamedTable[], options: O, place: WorkbookPlace, size: PageSize): AsyncIterable<Uint8Array>;
}

/** The one table of a format that has room for no more. */
export function onlyTable([first]: readonly NamedTable[]): Table<unknown> {
  if (!first) throw new TypeError("A file needs a table");
  return first.table;
}

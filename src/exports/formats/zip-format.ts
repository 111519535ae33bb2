import { Type } from "@sinclair/typebox";
import { csv } from "../encode/csv.ts";
import type { ZippedFile } from "../encode/zip.ts";
import type { Table } from "../tables/table.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { RowSource } from "../xlsx/row-source.ts";
import { CSV_BODY } from "./csv-format.ts";
import { type Format, type FormatOf, onlyTable } from "./format.ts";

const ROWS_DEFAULT = 30_000;
const ROWS_MAX = 1_000_000;

/** The files of the archive, each with a header; without a row there is one. */
async function* filesOf<Row>(
  table: Table<Row>,
  options: FormatOf<"zip">,
  size: PageSize,
): AsyncGenerator<ZippedFile, void> {
  const source = new RowSource(table.pages);
  try {
    for (let part = 1; part === 1 || !(await source.isEmpty()); part++) {
      const pages = source.upTo(options.rowsPerFile);
      const name = `products_${String(part).padStart(4, "0")}.csv`;
      yield { name, content: csv({ ...table, pages }, options, size) };
    }
  } finally {
    await source.stop();
  }
}

/** Files that are made and packed as they are taken. */
async function* pack(table: Table<unknown>, options: FormatOf<"zip">, size: PageSize): AsyncGenerator<Uint8Array> {
  const { zipFiles } = await import("../encode/zip.ts");
  yield* zipFiles(filesOf(table, options, size));
}

export const zipFormat: Format<FormatOf<"zip">> = {
  body: {
    ...CSV_BODY,
    max_rows_per_file: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: ROWS_DEFAULT, description: "Rows of each CSV file." }),
    ),
  },
  read: ({ utf8_bom: utf8Bom = true, delimiter = ",", max_rows_per_file: rowsPerFile = ROWS_DEFAULT }) => ({
    name: "zip",
    utf8Bom,
    delimiter,
    rowsPerFile,
  }),
  contentType: () => "application/zip",
  ending: () => "zip",
  write: (tables, options, _, size) => pack(onlyTable(tables), options, size),
};

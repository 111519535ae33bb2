import { Type } from "@sinclair/typebox";
import { csv } from "../encode/csv.ts";
import { json } from "../encode/json.ts";
import type { ZippedFile } from "../encode/zip.ts";
import { FEED_TYPES } from "../feeds/feed-types.ts";
import { itemsOf } from "../feeds/items-of.ts";
import { writeItems } from "../feeds/write-items.ts";
import type { ProfileRow } from "../profiles/profile-row.ts";
import type { Table } from "../tables/table.ts";
import type { PageSize } from "../tasks/row-page-size.ts";
import { RowSource } from "../xlsx/row-source.ts";
import { CSV_BODY, csvFormat } from "./csv-format.ts";
import { excelFormat } from "./excel.ts";
import { type FileFormat, type Format, type FormatOf, onlyTable } from "./format.ts";

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

const zipFormat: Format<FormatOf<"zip">> = {
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

const jsonFormat: Format<FormatOf<"json">> = {
  body: {
    include_relations: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Adds to each product its `variants`, `content_variants`, `relations`, `suppliers`, `prices` and `images`.",
      }),
    ),
    pretty: Type.Optional(Type.Boolean({ default: true, description: "Indented, one field a line." })),
    json_lines: Type.Optional(
      Type.Boolean({ default: false, description: "One object a line (NDJSON) instead of an array." }),
    ),
  },
  read: ({ include_relations: withRelated = false, pretty: isPretty = true, json_lines: isLines = false }) => ({
    name: "json",
    isPretty,
    isLines,
    withRelated,
  }),
  contentType: ({ isLines }) => (isLines ? "application/x-ndjson" : "application/json"),
  ending: ({ isLines }) => (isLines ? "ndjson" : "json"),
  needs: ({ withRelated }) => (withRelated ? ["id"] : []),
  write: (tables, options, _, size) => json(onlyTable(tables), options, size),
};

/** Files of marketplaces: a feed says which, no body of a request. */
const feedFormat: Omit<Format<FormatOf<"feed">>, "read"> = {
  body: {},
  contentType: ({ feedType }) => FEED_TYPES[feedType].contentType,
  ending: ({ feedType }) => FEED_TYPES[feedType].ending,
  write: (tables, options, { nowMs }, size) => {
    // A feed has a profile.
    const table = onlyTable(tables) as Table<ProfileRow>;
    return writeItems(options, itemsOf(table, FEED_TYPES[options.feedType].rules), { size, nowMs });
  },
};

/** Every format by its name in paths. */
export const FORMATS = { csv: csvFormat, excel: excelFormat, json: jsonFormat, zip: zipFormat };
export type FormatName = keyof typeof FORMATS;

/** What files are served as. */
export const FILE_TYPES = [
  csvFormat.contentType(csvFormat.read({})),
  excelFormat.contentType(excelFormat.read({})),
  jsonFormat.contentType(jsonFormat.read({})),
  jsonFormat.contentType(jsonFormat.read({ json_lines: true })),
  zipFormat.contentType(zipFormat.read({})),
];

const BY_FILE: { [N in FileFormat["name"]]: Omit<Format<FormatOf<N>>, "read"> } = {
  csv: csvFormat,
  xlsx: excelFormat,
  json: jsonFormat,
  zip: zipFormat,
  feed: feedFormat,
};

/** The format of which these are the options: each takes only its own, which the compiler cannot see through the table. */
export const formatOf = ({ name }: FileFormat) => BY_FILE[name] as unknown as Omit<Format<FileFormat>, "read">;

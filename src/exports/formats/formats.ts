import { csvFormat } from "./csv-format.ts";
import { excelFormat } from "./excel.ts";
import { feedFormat } from "./feed-format.ts";
import type { FileFormat, Format, FormatOf } from "./format.ts";
import { jsonFormat } from "./json-format.ts";
import { zipFormat } from "./zip-format.ts";

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

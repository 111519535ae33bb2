import { Type } from "@sinclair/typebox";
import { json } from "../encode/json.ts";
import { FEED_TYPES } from "../feeds/feed-types.ts";
import { itemsOf } from "../feeds/items-of.ts";
import { writeItems } from "../feeds/write-items.ts";
import type { ProfileRow } from "../profiles/profile-row.ts";
import type { Table } from "../tables/table.ts";
import { csvFormat } from "./csv-format.ts";
import { excelFormat } from "./excel.ts";
import { type FileFormat, type Format, type FormatOf, onlyTable } from "./format.ts";
import { zipFormat } from "./zip-format.ts";

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

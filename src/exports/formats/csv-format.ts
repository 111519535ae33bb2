import { Type } from "@sinclair/typebox";
import { csv } from "../encode/csv.ts";
import { type Format, type FormatOf, onlyTable } from "./format.ts";

export const Delimiter = Type.Union([Type.Literal(","), Type.Literal(";"), Type.Literal("\t"), Type.Literal("|")], {
  description: "Column delimiter. Default comma.",
});

/** The options that all files of lines have. */
export const CSV_BODY = {
  utf8_bom: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Whether the file starts with a byte order mark, which spreadsheets need.",
    }),
  ),
  delimiter: Type.Optional(Delimiter),
};

export const csvFormat: Format<FormatOf<"csv">> = {
  body: CSV_BODY,
  read: ({ utf8_bom: utf8Bom = true, delimiter = "," }) => ({ name: "csv", utf8Bom, delimiter }),
  contentType: () => "text/csv",
  ending: () => "csv",
  write: (tables, options, _, size) => csv(onlyTable(tables), options, size),
};

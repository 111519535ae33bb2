import { Type } from "@sinclair/typebox";
import { json } from "../encode/json.ts";
import { type Format, type FormatOf, onlyTable } from "./format.ts";

export const jsonFormat: Format<FormatOf<"json">> = {
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

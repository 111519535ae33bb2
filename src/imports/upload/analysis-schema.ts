import { Type } from "@sinclair/typebox";
import { ImportStatusName } from "../import-record.ts";

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
const Time = () => Type.String({ format: "date-time" });
const Uuid = () => Type.String({ format: "uuid" });
const Json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const Columns = Type.Array(Type.String(), { description: "Column headers in file order." });
const SampleData = Type.Array(Type.Record(Type.String(), Type.String()), { description: "The first five rows." });

const SUGGESTED = {
  suggested_mapping: Json("Suggested field for each column; unrecognised columns are absent."),
  suggested_languages: Type.Record(Type.String(), Type.String(), {
    description: "Language of text columns.",
  }),
};
const READING = {
  encoding: Type.String({ examples: ["utf-8"] }),
  encoding_confidence: Type.Number({ minimum: 0, maximum: 1 }),
  delimiter: Type.String(),
  header_row: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "Row number of the header, from 1. Null: no header; columns are named `column_1` and so on.",
  }),
  decimal_separator: Type.Union([Type.Literal(","), Type.Literal("."), Type.Literal("undecided")], {
    description:
      "`undecided`: nothing tells whether figures such as 1.250 are thousands. They are left out with a warning until `import_options.decimal_separator` says it.",
  }),
  warnings: Type.Array(
    Type.Object({
      code: Type.Union([
        Type.Literal("encoding_uncertain"),
        Type.Literal("header_not_first"),
        Type.Literal("no_header"),
        Type.Literal("decimal_separator_undecided"),
      ]),
      column: Nullable(Type.String()),
      message: Type.String(),
    }),
    { description: "Warnings to check before starting the import." },
  ),
};

export const ImportUploaded = Type.Object({
  id: Uuid(),
  status: ImportStatusName,
  message: Type.String(),
  data: Type.Object({
    file_info: Type.Object({
      original_filename: Type.String(),
      size: Type.Integer({ description: "Bytes." }),
      extension: Type.String({ examples: [".csv"] }),
      content_type: Type.String(),
    }),
    file_analysis: Type.Object({
      columns: Columns,
      row_count: Type.Integer(),
      sample_data: SampleData,
      ...SUGGESTED,
      ...READING,
    }),
    import_job: Type.Object({ id: Uuid(), status: ImportStatusName, created_at: Time() }),
  }),
  processing_method: Type.Union([Type.Literal("inline"), Type.Literal("queued")], {
    description: "Files of 5,000 rows or more are queued.",
  }),
});

export const Reanalyze = Type.Object({
  skip_header_rows: Type.Integer({ minimum: 0, maximum: 100, description: "Rows to skip before the header." }),
});
export const Reanalyzed = Type.Object({
  columns: Columns,
  row_count: Type.Integer(),
  sample_data: SampleData,
  ...SUGGESTED,
  ...READING,
});

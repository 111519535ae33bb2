import { type Static, Type } from "@sinclair/typebox";
import { maybe, orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ImportStatusName } from "../import-record.ts";
import { BASES } from "../map/columns/evidence.ts";
import { ANALYSIS_WARNINGS } from "../parse/analyze/analysis-warning.ts";

const Time = () => Type.String({ format: "date-time" });
const Uuid = () => Type.String({ format: "uuid" });
const Json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const Columns = Type.Array(Type.String(), { description: "Column headers in file order." });
const SampleData = Type.Array(Type.Record(Type.String(), Type.String()), { description: "The first five rows." });

const SUGGESTED = {
  suggested_mapping: Json("Suggested field for each column; unrecognised columns are absent."),
  suggested_computed_columns: Type.Array(Type.Object({ field: Type.String(), expression: Type.String() }), {
    description:
      "What `computed_columns` of the mapping needs besides: the reference from the name, in a list without any codes. Empty for most files.",
  }),
  suggested_languages: Type.Record(Type.String(), Type.String(), {
    description: "Language of text columns.",
  }),
  suggestion_reasons: Type.Record(Type.String(), Type.Object({ basis: oneOf([...BASES]), message: Type.String() }), {
    description: "Why each column is suggested for its field.",
  }),
};
const READING = {
  format: oneOf(["csv", "xlsx", "ods", "json", "xml"], {
    description: "What the file was read as; `csv` is any delimited text.",
  }),
  encoding: orNull(Type.String({ examples: ["utf-8"], description: "Null for a workbook." })),
  encoding_confidence: Type.Number({ minimum: 0, maximum: 1 }),
  delimiter: orNull(Type.String({ description: "Null unless the file is a delimited text." })),
  sheet: orNull(Type.String({ description: "The sheet that was read; null unless the file is a workbook." })),
  sheets: Type.Array(Type.String(), { description: "All sheets of a workbook, in their order." }),
  record_path: orNull(
    Type.String({
      description: "Where the rows of a JSON or XML file were found, such as `products.*` or `rss.channel.item`.",
      examples: ["products.*"],
    }),
  ),
  record_paths: Type.Array(
    Type.Object({
      path: Type.String({ examples: ["products.*"], description: "What `record_path` of `reanalyze` takes." }),
      count: Type.Integer({ minimum: 1, description: "How often it comes in the first 8 MiB." }),
      sample: Type.Record(Type.String(), Type.String(), { description: "The first values there." }),
    }),
    { description: "Where the rows of a JSON or XML file might be, the likeliest first, at most 30." },
  ),
  quote: orNull(Type.String({ description: "Null unless the file is a delimited text that quotes." })),
  currency: orNull(Type.String({ description: "Of prices that name none, where `reanalyze` was told it." })),
  language: orNull(Type.String({ description: "Of texts whose column names none, where `reanalyze` was told it." })),
  header_row: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description:
      "Row number of the header, from 1. Null: no header; columns are named `column_1` and so on, or by the fields of JSON and XML.",
  }),
  decimal_separator: Type.Union([Type.Literal(","), Type.Literal("."), Type.Literal("undecided")], {
    description:
      "`undecided`: nothing tells whether figures such as 1.250 are thousands. They are left out with a warning until `import_options.decimal_separator` says it.",
  }),
  warnings: Type.Array(
    Type.Object({
      code: oneOf(Object.keys(ANALYSIS_WARNINGS)),
      severity: oneOf(["info", "warning", "critical"], {
        description: "What is critical spoils the products if it is not put right.",
      }),
      column: orNull(Type.String()),
      field: orNull(
        Type.String({ description: "The field in question: the column may not be that. Null: it is not about one." }),
      ),
      message: Type.String(),
    }),
    {
      description:
        "What to check before starting the import: how the file was read, and which columns may mean something else.",
    },
  ),
};

export const UploadQuery = Type.Object({
  assist: Type.Optional(oneOf(["ai"], { description: "Asks the tenant's AI provider about columns that stay open." })),
});

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
  skip_header_rows: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: "Rows to skip before the header; `header_row` wins." }),
  ),
  header_row: maybe(
    Type.Integer({
      minimum: 0,
      maximum: 101,
      description: "Row of the header, from 1; 0: the file has none.",
      examples: [3],
    }),
  ),
  sheet_name: Type.Optional(Type.String({ maxLength: 100, description: "Another sheet of a workbook." })),
  encoding: maybe(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: "Such as utf-8, utf-16le, windows-1252, iso-8859-15, cp850.",
      examples: ["windows-1252"],
    }),
  ),
  delimiter: maybe(
    Type.String({ minLength: 1, maxLength: 1, description: "Comma, semicolon, tab or |.", examples: [";"] }),
  ),
  quote: maybe(oneOf(['"', "'", "none"] as const, { description: "`none`: quotes are characters like others." })),
  record_path: maybe(
    Type.String({
      maxLength: 500,
      description: "Where the rows of JSON or XML are: one of `record_paths`.",
      examples: ["products.*"],
    }),
  ),
  decimal_separator: maybe(oneOf([",", "."] as const, { description: "How figures are written." })),
  currency: maybe(
    Type.String({ pattern: "^[A-Z]{3}$", description: "Of prices that name none: ISO 4217.", examples: ["EUR"] }),
  ),
  language: maybe(
    Type.String({
      maxLength: 10,
      description: "Of texts whose column names none; one that is enabled.",
      examples: ["fr"],
    }),
  ),
});
export type Reanalyze = Static<typeof Reanalyze>;
export const Reanalyzed = Type.Object({
  columns: Columns,
  row_count: Type.Integer(),
  sample_data: SampleData,
  ...SUGGESTED,
  ...READING,
});

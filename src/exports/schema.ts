import { Type } from "@sinclair/typebox";
import { PRODUCT_FIELDS } from "./product-fields.ts";

const FIELDS_MAX = 500;

const Fields = (description: string) =>
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: FIELDS_MAX,
    description,
    examples: [["ean", "title", "price"]],
  });

const Delimiter = Type.Union([Type.Literal(","), Type.Literal(";"), Type.Literal("\t"), Type.Literal("|")], {
  description: "Column delimiter. Default comma.",
});

const LANGUAGE = "ISO 639-1 code of an enabled language. Texts are exported in this language if translated.";
const INCLUDE = `Exactly these columns, in this order. Default all: ${PRODUCT_FIELDS.map(({ name }) => name).join(", ")}.`;
const EXCLUDE = "Columns to exclude.";

/** What a product export as CSV is started with. */
export const CsvProductsCreate = Type.Object({
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Filters of the product list. Default: all products.",
      examples: [{ is_active: true, brand: "Acme" }],
    }),
  ),
  include_fields: Type.Optional(Fields(INCLUDE)),
  exclude_fields: Type.Optional(Fields(EXCLUDE)),
  language: Type.Optional(Type.String({ description: LANGUAGE, examples: ["de"] })),
  utf8_bom: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Whether the file starts with a byte order mark, which spreadsheets need.",
    }),
  ),
  delimiter: Type.Optional(Delimiter),
});

/** Which products a stream holds, and how. */
export const CsvProductsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Maximum number of products. Default: all." })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: "Number of products to skip." })),
  filters: Type.Optional(
    Type.String({
      description: "Filters of the product list as a JSON object.",
      examples: ['{"is_active":true}'],
    }),
  ),
  include_fields: Type.Optional(Fields(INCLUDE)),
  exclude_fields: Type.Optional(Fields(EXCLUDE)),
  language: Type.Optional(Type.String({ description: LANGUAGE, examples: ["de"] })),
  delimiter: Type.Optional(Delimiter),
});

export const TaskParams = Type.Object({ task_id: Type.String({ format: "uuid" }) });

/** An export that has been started. */
export const ExportStarted = Type.Object({
  task_id: Type.String({ format: "uuid" }),
  id: Type.String({ format: "uuid", description: "Same as `task_id`." }),
  status: Type.Literal("pending"),
  message: Type.String(),
  check_progress_url: Type.String({ examples: ["/api/v1/exports/progress/019a6b5e-0000-7000-8000-000000000000"] }),
});

const ExportResult = Type.Object({
  file_name: Type.String({ examples: ["products_20260131_235959.csv"] }),
  file_size: Type.Integer({ minimum: 0, description: "Bytes." }),
  content_type: Type.String({ examples: ["text/csv"] }),
  rows: Type.Integer({ minimum: 0 }),
  download_url: Type.String(),
  expires_at: Type.String({ format: "date-time", description: "When the file is deleted." }),
  expired: Type.Boolean(),
});

/** How far an export is. */
export const ExportProgress = Type.Object({
  state: Type.Union([
    Type.Literal("PENDING"),
    Type.Literal("PROGRESS"),
    Type.Literal("SUCCESS"),
    Type.Literal("FAILURE"),
  ]),
  current: Type.Integer({ minimum: 0, description: "Rows written." }),
  total: Type.Integer({ minimum: 0, description: "Total rows; 0 until the export starts." }),
  percent: Type.Integer({ minimum: 0, maximum: 100, description: "100 only when the file is complete." }),
  message: Type.String({ description: "Description of the state, or the reason of a failure." }),
  result: Type.Union([ExportResult, Type.Null()], { description: "The file; null until it is complete." }),
});

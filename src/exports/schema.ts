import { Type } from "@sinclair/typebox";
import { Delimiter } from "./formats/csv-format.ts";
import { FORMATS, type FormatName } from "./formats/formats.ts";
import { EXPORT_FIELDS } from "./tables/exported-fields.ts";
import { SUPPLIER_FIELDS } from "./tables/supplier-table.ts";

const FIELDS_MAX = 500;

const Fields = (description: string, example = ["ean", "title", "price"]) =>
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: FIELDS_MAX,
    description,
    examples: [example],
  });

const LANGUAGE =
  "ISO 639-1 code of an enabled language. Texts are exported in this language if translated, and without `include_fields` a column `content_language` says so.";
const LANGUAGES_MAX = 20;
/** Several languages beside each other. */
export const Languages = Type.Optional(
  Type.Array(Type.String({ maxLength: 10 }), {
    maxItems: LANGUAGES_MAX,
    description:
      "A set of text columns for each language, such as `title_fr`, empty where there is no text: what an import reads back as the same texts. Overrides `language`.",
    examples: [["fr", "en"]],
  }),
);
const includeOf = (fields: readonly { name: string }[]) =>
  `Exactly these columns, in this order. Default all: ${fields.map(({ name }) => name).join(", ")}.`;
const INCLUDE = includeOf(EXPORT_FIELDS);
const EXCLUDE = "Columns to exclude.";

const ProductFilters = Type.Record(Type.String(), Type.Unknown(), {
  description: "Filters of the product list. Default: all products.",
  examples: [{ is_active: true, brand: "Acme" }],
});
const SupplierFilters = Type.Record(Type.String(), Type.Unknown(), {
  description: "`search` (part of the name or code), `is_active`, `code`, `country`. Default: all suppliers.",
  examples: [{ is_active: true, country: "FR" }],
});

const PriceChannel = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      "Channel of price lists: `price` shows what applies there to one piece when the file is written. Lists in another currency than EUR do not count. Default: the product's own price.",
    examples: ["shopify"],
  }),
);

const PROFILE = {
  profile_id: Type.Optional(
    Type.String({
      format: "uuid",
      description: "Export profile that decides columns, languages and prices; `filters` narrow its own.",
    }),
  ),
  profile: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The same by its name, such as `Web shop, English`.",
    }),
  ),
};

/** What an export of that format is started with. */
export const exportCreate = (format: FormatName, resource: "products" | "suppliers") =>
  Type.Object({
    filters: Type.Optional(resource === "products" ? ProductFilters : SupplierFilters),
    include_fields: Type.Optional(Fields(resource === "products" ? INCLUDE : includeOf(SUPPLIER_FIELDS))),
    exclude_fields: Type.Optional(Fields(EXCLUDE, ["description"])),
    language: Type.Optional(Type.String({ description: LANGUAGE, examples: ["de"] })),
    ...(resource === "products" && { languages: Languages, price_channel: PriceChannel, ...PROFILE }),
    ...FORMATS[format].body,
  });

const STREAMED = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Maximum number of products. Default: all." })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: "Number of products to skip." })),
  filters: Type.Optional(
    Type.String({
      description: "Filters of the product list as a JSON object.",
      examples: ['{"is_active":true}'],
    }),
  ),
  include_fields: Type.Optional(Fields(INCLUDE)),
  exclude_fields: Type.Optional(Fields(EXCLUDE, ["description"])),
  language: Type.Optional(Type.String({ description: LANGUAGE, examples: ["de"] })),
  languages: Languages,
  price_channel: PriceChannel,
  ...PROFILE,
};

/** Which products a stream of CSV holds, and how. */
export const CsvProductsQuery = Type.Object({ ...STREAMED, delimiter: Type.Optional(Delimiter) });

/** The same of a stream of JSON. */
export const JsonProductsQuery = Type.Object({
  ...STREAMED,
  include_relations: FORMATS.json.body["include_relations"] ?? Type.Never(),
  json_lines: FORMATS.json.body["json_lines"] ?? Type.Never(),
});

export const TaskParams = Type.Object({ task_id: Type.String({ format: "uuid" }) });

/** An export that has been started. */
export const ExportStarted = Type.Object(
  {
    task_id: Type.String({ format: "uuid" }),
    id: Type.String({ format: "uuid", description: "Same as `task_id`." }),
    status: Type.Literal("pending"),
    message: Type.String(),
    check_progress_url: Type.String({ examples: ["/api/v1/exports/progress/019a6b5e-0000-7000-8000-000000000000"] }),
  },
  { title: "ExportTask" },
);

const ExportResult = Type.Object({
  file_name: Type.String({ examples: ["products_20260131_235959.csv"] }),
  file_size: Type.Integer({ minimum: 0, description: "Bytes." }),
  content_type: Type.String({ examples: ["text/csv"] }),
  rows: Type.Integer({ minimum: 0 }),
  cut_cells: Type.Integer({
    minimum: 0,
    description: "Texts cut to 32,767 characters, the most a cell of Excel holds; 0 in other formats.",
  }),
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

import { Type } from "@sinclair/typebox";
import { idParams, orNull } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf } from "../http/input/page.ts";
import { ImportBody, ImportStatusName } from "./import-record.ts";
import { ImportErrors } from "./list-errors.ts";
import { MAPPING_PARTS } from "./map/mapping-schema.ts";
import { SUSPICION_CODES } from "./run/outcome/suspicions.ts";

const Time = () => Type.String({ format: "date-time" });
const Uuid = () => Type.String({ format: "uuid" });
export const ImportParams = idParams({ import_id: "import" });

export const DetectedFormat = Type.Object({
  format: oneOf(["csv", "xlsx", "ods", "json", "xml"], { description: "`csv` is any delimited text." }),
  encoding: orNull(Type.String({ description: "Null for a workbook." })),
  delimiter: orNull(Type.String({ description: "Null unless the file is a delimited text." })),
  encoding_confidence: Type.Number({ minimum: 0, maximum: 1 }),
  sheets: Type.Array(Type.String(), { description: "All sheets of a workbook, in their order." }),
  sample_rows: Type.Array(Type.Array(Type.String()), {
    description: "The first five rows of the file; of JSON and XML the names of the columns and four rows.",
  }),
});

const { column_mapping: ColumnMapping, ...OPTIONAL_PARTS } = MAPPING_PARTS;
export const MappingSave = Type.Object({
  column_mapping: ColumnMapping,
  ...Type.Partial(Type.Object(OPTIONAL_PARTS)).properties,
});

export const ImportMoved = Type.Object({ id: Uuid(), status: ImportStatusName }, { title: "ImportState" });
export const ImportStarted = Type.Object(
  { id: Uuid(), status: Type.Literal("processing"), started_at: Time() },
  { title: "ImportStarted" },
);
export const ImportDeleted = Type.Object({ deleted: Type.Literal(true), id: Uuid() });

const SuspicionBody = Type.Object({
  code: oneOf([...SUSPICION_CODES]),
  severity: oneOf(["info", "warning", "critical"], {
    description: "What is critical spoils the products if it is not meant.",
  }),
  field: orNull(Type.String({ description: "The field it is about; null if it is about none." })),
  message: Type.String(),
});

/** What a start of an import may say. */
export const ImportStart = Type.Object({
  confirm_warnings: Type.Optional(
    Type.Boolean({
      description:
        "Refuses with 409 until every warning of a dry run of the first 20,000 rows is confirmed. Default false.",
    }),
  ),
  confirmed_warnings: Type.Optional(
    Type.Array(oneOf([...SUSPICION_CODES]), {
      maxItems: 20,
      description: "Codes of the warnings that are meant.",
      examples: [["no_prices"]],
    }),
  ),
});

export const DryRunQuery = Type.Object({
  rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        "Looks at this number of rows only, the first ones, which takes as long for any file: counts and warnings are of them. All rows by default.",
      examples: [100],
    }),
  ),
});
export const DryRunBody = Type.Object({
  job_id: Uuid(),
  total_rows: Type.Integer({ description: "Rows of the file." }),
  products_to_create: Type.Integer(),
  products_to_update: Type.Integer(),
  rows_with_errors: Type.Integer(),
  validation_errors: Type.Array(
    Type.Object({ row_number: Type.Integer(), field: orNull(Type.String()), message: Type.String() }),
    { description: "The first 100." },
  ),
  truncated: Type.Boolean({ description: "Whether there are more errors than listed." }),
  warnings: Type.Array(SuspicionBody, {
    description: "What is unusual about the outcome as a whole, such as names that are nearly all the same.",
  }),
  mapping_source: Type.Union([Type.Literal("saved"), Type.Literal("suggested")]),
  preview: Type.Array(
    Type.Object({
      row_number: Type.Integer(),
      outcome: oneOf(["create", "update", "unchanged", "skip", "fail"], {
        description: "What would become of the row.",
      }),
      product_id: orNull(
        Type.String({ format: "uuid", description: "The product that it means; null for a new one." }),
      ),
      fields: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
        description:
          "Each field of the product that the row names, and those that follow from it, before the import and with this row: texts of other languages (`title[fr]`), `tags`, `image_urls` and what a row says of a variant (`variant.price`, `variant.options.size`) too.",
      }),
    }),
    { description: "The first ten rows." },
  ),
});

const CursorPage = Type.Object(
  {
    items: Type.Array(ImportBody),
    meta: Type.Object({
      limit: Type.Integer(),
      next_cursor: orNull(Type.String()),
      has_next: Type.Boolean(),
      has_previous: Type.Boolean(),
    }),
  },
  { title: "ImportCursorPage" },
);
export const ImportPage = Type.Union([{ ...metaPageOf(ImportBody), title: "ImportPage" }, CursorPage]);

export const RecentQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});
export const ImportList = Type.Array(ImportBody);

export const ErrorPage = metaPageOf(ImportErrors.Body);

export const ImportStats = Type.Object({
  total_jobs: Type.Integer(),
  completed_jobs: Type.Integer({ description: "Includes imports completed with errors." }),
  failed_jobs: Type.Integer(),
  total_rows_processed: Type.Integer(),
  total_products_created: Type.Integer(),
  total_products_updated: Type.Integer(),
  success_rate: Type.Number({ minimum: 0, maximum: 100, description: "Percentage of finished imports." }),
});

export const TemplateList = Type.Object({
  templates: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          label: Type.String(),
          type: Type.String(),
          required: Type.Boolean(),
          translatable: Type.Boolean(),
        }),
      ),
    }),
  ),
});

/** What the form of a file to look at may hold besides it. */
export const DetectForm = { sheet_name: Type.Optional(Type.String({ maxLength: 100 })) };

/** What the form of an upload may hold besides the file. */
export const UploadForm = {
  supplier_code: Type.Optional(Type.String({ maxLength: 100, examples: ["ACME"] })),
  supplier_id: Type.Optional(Type.String({ format: "uuid" })),
  template_id: Type.Optional(Type.String({ format: "uuid" })),
  import_type: Type.Optional(Type.String({ maxLength: 100, description: "Default `manual`." })),
  auto_process: Type.Optional(Type.Boolean()),
  skip_header_rows: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: "Number of rows before the header." }),
  ),
  sheet_name: Type.Optional(Type.String({ maxLength: 100 })),
};

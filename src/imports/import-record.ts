import { type Static, Type } from "@sinclair/typebox";
import { IMPORT_STATUSES, type Import } from "../../db/imports/imports.ts";
import { oneOf } from "../http/input/one-of.ts";

const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const Nullable = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(
  schema: T,
  description?: string,
) => Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const ImportStatusName = oneOf(IMPORT_STATUSES, { description: "Status of the import." });

/** What the API says of an import. */
export const ImportRecord = Type.Object({
  id: Type.String({ format: "uuid" }),
  status: ImportStatusName,
  current_step: Type.String({ description: "Description of the status." }),
  import_type: Type.String({ description: "Source of the file; `manual` for an upload." }),
  file_name: Type.String({ description: "Empty until the file is fetched." }),
  config_id: Nullable(Type.String({ format: "uuid" }), "The import configuration that wanted it."),
  continues_id: Nullable(Type.String({ format: "uuid" }), "The import whose failed rows it brings, corrected."),
  supplier_id: Nullable(Type.String({ format: "uuid" })),
  supplier_code: Nullable(Type.String()),
  total_rows: Count("Rows in the file, without the header."),
  processed_rows: Count("Always `successful_rows` + `failed_rows` + `skipped_rows`."),
  successful_rows: Count(),
  failed_rows: Count("Rows with an error; their products are unchanged."),
  skipped_rows: Count("Rows skipped by the import options."),
  products_created: Count("Includes restored soft-deleted products."),
  products_updated: Count("Rows that updated a product."),
  prices_updated: Count("Rows that changed a price of an existing product."),
  stock_updated: Count("Rows that changed the stock of an existing product."),
  error_count: Count("Errors found; a row may have several."),
  warning_count: Count(),
  error_code: Nullable(Type.String(), "Reason of the failure; null unless the import failed."),
  error_message: Nullable(Type.String()),
  duration_seconds: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: "Time from `started_at` to `completed_at`; null until completed.",
  }),
  started_at: Nullable(Type.String({ format: "date-time" })),
  completed_at: Nullable(Type.String({ format: "date-time" })),
  created_at: Type.String({ format: "date-time" }),
  is_archived: Type.Boolean(),
});
export type ImportRecord = Static<typeof ImportRecord>;

/** An import as the API shows it. */
export const importRecord = (found: Import): ImportRecord => ({
  id: found.id,
  status: found.status,
  current_step: found.status.replaceAll("_", " "),
  import_type: found.importType,
  file_name: found.fileName,
  config_id: found.configId,
  continues_id: found.continuesId,
  supplier_id: found.supplierId,
  supplier_code: found.supplierCode,
  total_rows: found.totalRows,
  processed_rows: found.processedRows,
  successful_rows: found.successfulRows,
  failed_rows: found.failedRows,
  skipped_rows: found.skippedRows,
  products_created: found.productsCreated,
  products_updated: found.productsUpdated,
  prices_updated: found.pricesUpdated,
  stock_updated: found.stockUpdated,
  error_count: found.errorCount,
  warning_count: found.warningCount,
  error_code: found.errorCode,
  error_message: found.errorMessage,
  duration_seconds:
    found.startedAtMs === null || found.completedAtMs === null
      ? null
      : Math.max(0, found.completedAtMs - found.startedAtMs) / 1000,
  started_at: isoTime(found.startedAtMs),
  completed_at: isoTime(found.completedAtMs),
  created_at: new Date(found.createdAtMs).toISOString(),
  is_archived: found.archivedAtMs !== null,
});

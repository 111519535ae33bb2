import { type Static, Type } from "@sinclair/typebox";
import { IMPORT_STATUSES, type Import } from "../../db/imports/imports.ts";
import { expandable } from "../http/input/expand.ts";
import { orNull } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { view } from "../kit/view.ts";
import { isoOfMs, isoOrNull } from "../text/instant.ts";

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const Id = Type.String({ format: "uuid" });
const Moment = Type.String({ format: "date-time" });
const secondsOf = ({ startedAtMs, completedAtMs }: Import) =>
  startedAtMs === null || completedAtMs === null ? null : Math.max(0, completedAtMs - startedAtMs) / 1000;

export const ImportStatusName = oneOf(IMPORT_STATUSES, { description: "Status of the import." });

/** An import as the API shows it. */
const shown = view<Import>()({
  id: [Id, "id"],
  status: [ImportStatusName, "status"],
  current_step: [
    Type.String({ description: "Description of the status." }),
    ({ status }) => status.replaceAll("_", " "),
  ],
  import_type: [Type.String({ description: "Source of the file; `manual` for an upload." }), "importType"],
  file_name: [Type.String({ description: "Empty until the file is fetched." }), "fileName"],
  config_id: [orNull(Id, "The import configuration that wanted it."), "configId"],
  continues_id: [orNull(Id, "The import whose failed rows it brings, corrected."), "continuesId"],
  supplier_id: [orNull(Id), "supplierId"],
  supplier_code: [orNull(Type.String()), "supplierCode"],
  total_rows: [Count("Rows in the file, without the header."), "totalRows"],
  processed_rows: [Count("Always `successful_rows` + `failed_rows` + `skipped_rows`."), "processedRows"],
  successful_rows: [Count(), "successfulRows"],
  failed_rows: [Count("Rows with an error; their products are unchanged."), "failedRows"],
  skipped_rows: [Count("Rows skipped by the import options."), "skippedRows"],
  products_created: [Count("Includes restored soft-deleted products."), "productsCreated"],
  products_updated: [Count("Rows that updated a product."), "productsUpdated"],
  prices_updated: [Count("Rows that changed a price of an existing product."), "pricesUpdated"],
  stock_updated: [Count("Rows that changed the stock of an existing product."), "stockUpdated"],
  error_count: [Count("Errors found; a row may have several."), "errorCount"],
  warning_count: [Count(), "warningCount"],
  error_code: [orNull(Type.String(), "Reason of the failure; null unless the import failed."), "errorCode"],
  error_message: [orNull(Type.String()), "errorMessage"],
  duration_seconds: [
    orNull(Type.Number({ minimum: 0 }), "Time from `started_at` to `completed_at`; null until completed."),
    secondsOf,
  ],
  started_at: [orNull(Moment), ({ startedAtMs }) => isoOrNull(startedAtMs)],
  completed_at: [orNull(Moment), ({ completedAtMs }) => isoOrNull(completedAtMs)],
  created_at: [Moment, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  is_archived: [Type.Boolean(), ({ archivedAtMs }) => archivedAtMs !== null],
});
export const { Body: ImportRecord, of: importRecord } = shown;
export type ImportRecord = Static<typeof ImportRecord>;

/** The same as answers show it. */
export const ImportBody = Type.Object({
  ...ImportRecord.properties,
  ...expandable({ config: "import_config", supplier: "supplier" }),
});

import type { Import } from "../../../db/imports/imports.ts";
import type { CatalogEvent } from "../../events/event.ts";

/** The event of an import whose rows are being read. */
export const importStarted = ({
  id,
  fileName,
  supplierCode,
  importType,
  totalRows,
}: Pick<Import, "id" | "fileName" | "supplierCode" | "importType" | "totalRows">): CatalogEvent => ({
  type: "import.started",
  data: {
    id,
    file_name: fileName,
    supplier_code: supplierCode,
    import_type: importType,
    total_rows: totalRows,
  },
});

/** The event of an import whose rows are all applied, some of them perhaps with errors. */
export const importCompleted = (
  { id, totalRows, successfulRows, failedRows, productsCreated, productsUpdated, startedAtMs }: Import,
  status: string,
  nowMs: number,
): CatalogEvent => ({
  type: "import.completed",
  data: {
    id,
    status,
    total_rows: totalRows,
    successful_rows: successfulRows,
    failed_rows: failedRows,
    products_created: productsCreated,
    products_updated: productsUpdated,
    duration_seconds: Math.round(nowMs - (startedAtMs ?? nowMs)) / 1000,
  },
});

/** The event of an import that cannot go on. */
export const importFailed = (
  { id, fileName }: Pick<Import, "id" | "fileName">,
  { code, message }: { code: string; message: string },
): CatalogEvent => ({
  type: "import.failed",
  data: { id, file_name: fileName, error_code: code, error_message: message },
});

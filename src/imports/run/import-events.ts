import type { Import } from "../../../db/imports/imports.ts";
import type { CatalogEvent } from "../../events/event.ts";

/** The event of an import whose rows are being read. */
export const importStarted = ({ id, fileName, supplierCode, importType, totalRows }: Import): CatalogEvent => ({
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
export const importCompleted = (found: Import): CatalogEvent => ({
  type: "import.completed",
  data: {
    id: found.id,
    status: found.status,
    total_rows: found.totalRows,
    successful_rows: found.successfulRows,
    failed_rows: found.failedRows,
    products_created: found.productsCreated,
    products_updated: found.productsUpdated,
    duration_seconds: Math.round((found.completedAtMs ?? 0) - (found.startedAtMs ?? found.completedAtMs ?? 0)) / 1000,
  },
});

/** The event of an import that cannot go on. */
export const importFailed = ({ id, fileName, errorCode, errorMessage }: Import): CatalogEvent => ({
  type: "import.failed",
  data: { id, file_name: fileName, error_code: errorCode, error_message: errorMessage },
});

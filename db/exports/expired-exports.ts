import type { Reader } from "../ports.ts";
import { type Row, text } from "../rows.ts";

export interface ExpiredExport {
  tenantId: string;
  id: string;
}

const readExpired = (row: Row): ExpiredExport => ({ tenantId: text(row, "tenant_id"), id: text(row, "id") });

/** The exports of every tenant that expired by `nowMs` and whose files are still there, at most `limit`. */
export const listExpiredExports = (db: Reader, { nowMs, limit }: { nowMs: number; limit: number }) =>
  db.all(
    `select tenant_id, id from export_task
      where file_deleted_at_ms is null and expires_at_ms <= :nowMs order by expires_at_ms limit :limit`,
    { nowMs, limit },
    readExpired,
  );

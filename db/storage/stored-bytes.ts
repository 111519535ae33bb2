import type { Reader } from "../ports.ts";
import { number } from "../rows.ts";

/** How many bytes of files a tenant has stored: uploads, exports, images and documents. Maintained by triggers. */
export const findStoredBytes = async (db: Reader): Promise<number> =>
  (await db.first("select stored_bytes from tenant_storage where tenant_id = :tenant", {}, (row) =>
    number(row, "stored_bytes"),
  )) ?? 0;

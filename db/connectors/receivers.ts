import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** No platform has more connectors with a webhook key on one instance. */
const RECEIVERS_MAX = 1_000;

/** Who may be meant by a webhook of a platform: active connectors of all tenants that have a key for it. */
export const listReceivers = (db: Reader, platformId: string): Promise<{ tenantId: string; id: string }[]> =>
  db.all(
    `select tenant_id, id from connector where platform_id = :platformId and has_webhook_key = 1 and is_active = 1
      order by tenant_id, id limit :limit`,
    { platformId, limit: RECEIVERS_MAX },
    (row) => ({ tenantId: text(row, "tenant_id"), id: text(row, "id") }),
  );

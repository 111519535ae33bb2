import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** Every tenant that has an audit log, the instance itself (`*`) among them. Only the operator's own tools ask. */
export const listAuditedTenants = (db: Reader, { after, limit }: { after: string; limit: number }): Promise<string[]> =>
  db.all(
    "select tenant_id from audit_entry where number = 1 and tenant_id > :after order by tenant_id limit :limit",
    { after, limit },
    (row) => text(row, "tenant_id"),
  );

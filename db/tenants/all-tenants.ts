import type { Reader } from "../ports.ts";
import { number, type Row } from "../rows.ts";
import { readTenant, type Tenant } from "./tenants.ts";

/** A tenant as the operator sees it. */
export interface ListedTenant extends Tenant {
  createdAtMs: number;
}

const readListed = (row: Row): ListedTenant => ({ ...readTenant(row), createdAtMs: number(row, "created_at_ms") });

/** The tenants of the instance behind `after`, by id. Safe: only a command on the machine itself asks for them. */
export const listTenants = (db: Reader, { after, limit }: { after: string; limit: number }): Promise<ListedTenant[]> =>
  db.all(
    `select tenant_id, name, license_status, modules_off, created_at_ms from tenant
      where tenant_id > :after order by tenant_id limit :limit`,
    { after, limit },
    readListed,
  );

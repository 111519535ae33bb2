import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { called, selection } from "../selection.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const TENANT = {
  id: called("tenant_id", TEXT),
  name: TEXT,
  licenseStatus: wordColumn(["active", "suspended"]),
  /** The modules that are switched off; all others are on. */
  modulesOff: jsonColumn<string[]>(),
};
const { selected, read } = selection("tenant", TENANT);
export type Tenant = ValuesOf<typeof TENANT>;
/** As the operator sees it. */
export const LISTED_TENANT = { ...TENANT, createdAtMs: NUMBER };

export const findTenant = (db: Reader): Promise<Tenant | undefined> =>
  db.first(`select ${selected} from tenant where tenant_id = :tenant`, {}, read);

/** Makes the tenant this transaction is bound to. */
export const insertTenant = (tx: Tx, { name, nowMs }: { name: string; nowMs: number }) =>
  tx.run("insert into tenant (tenant_id, name, created_at_ms) values (:tenant, :name, :nowMs)", { name, nowMs });

/** Changes what the whole tenant may do. */
export const updateTenant = (tx: Tx, { licenseStatus, modulesOff }: Pick<Tenant, "licenseStatus" | "modulesOff">) =>
  tx.run("update tenant set license_status = :licenseStatus, modules_off = :modulesOff where tenant_id = :tenant", {
    licenseStatus,
    modulesOff: JSON.stringify(modulesOff),
  });

import type { Reader, Tx } from "../ports.ts";
import { json, type Row, text } from "../rows.ts";

export interface Tenant {
  id: string;
  name: string;
  licenseStatus: "active" | "suspended";
  /** The modules that are switched off; all others are on. */
  modulesOff: string[];
}

export const readTenant = (row: Row): Tenant => ({
  id: text(row, "tenant_id"),
  name: text(row, "name"),
  licenseStatus: text(row, "license_status") as Tenant["licenseStatus"], // checked by the table
  modulesOff: json(row, "modules_off") as string[], // written from a list of modules
});

export const findTenant = (db: Reader): Promise<Tenant | undefined> =>
  db.first("select tenant_id, name, license_status, modules_off from tenant where tenant_id = :tenant", {}, readTenant);

/** Makes the tenant this transaction is bound to. */
export const insertTenant = (tx: Tx, { name, nowMs }: { name: string; nowMs: number }) =>
  tx.run("insert into tenant (tenant_id, name, created_at_ms) values (:tenant, :name, :nowMs)", { name, nowMs });

/** Changes what the whole tenant may do. */
export const updateTenant = (tx: Tx, { licenseStatus, modulesOff }: Pick<Tenant, "licenseStatus" | "modulesOff">) =>
  tx.run("update tenant set license_status = :licenseStatus, modules_off = :modulesOff where tenant_id = :tenant", {
    licenseStatus,
    modulesOff: JSON.stringify(modulesOff),
  });

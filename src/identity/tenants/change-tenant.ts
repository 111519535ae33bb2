import { haltLong } from "../../../db/jobs/tenant-jobs.ts";
import { mutation, type Tx } from "../../../db/ports.ts";
import { findTenant, type Tenant, updateTenant } from "../../../db/tenants/tenants.ts";
import { refreshQueues } from "../../../db/webhooks/webhook-queues.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import type { ModuleId } from "../../http/gate/credentials/principal.ts";
import { required } from "../../http/output/errors.ts";
import { requireVersion, versionOf } from "../../http/output/etag.ts";
import { haltImports } from "../../imports/run/moves.ts";
import { type ModuleSwitches, switchModules } from "./module-switches.ts";

export interface TenantChange {
  /** What is absent stays as it is. */
  licenseStatus?: Tenant["licenseStatus"] | undefined;
  modules?: ModuleSwitches | undefined;
  /** The versions that may be changed; absent or `null`: any. */
  expected?: string[] | null;
}

/** The version of a tenant, for its ETag. */
export const tenantVersion = (tenant: Tenant): string => versionOf(tenant);

const differences = (before: Tenant, after: Tenant) => ({
  ...(before.licenseStatus !== after.licenseStatus && {
    license_status: { from: before.licenseStatus, to: after.licenseStatus },
  }),
  ...(before.modulesOff.join() !== after.modulesOff.join() && {
    modules_off: { from: before.modulesOff, to: after.modulesOff },
  }),
});

const isSuspended = ({ licenseStatus }: Tenant) => licenseStatus === "suspended";
const isOff = ({ modulesOff }: Tenant, module: ModuleId) => modulesOff.includes(module);
const mayImport = (tenant: Tenant) => !isSuspended(tenant) && !isOff(tenant, "imports");

/** Stops what the tenant may not do any longer, and lets go on what it may again. */
async function follow(tx: Tx, before: Tenant, after: Tenant): Promise<void> {
  if (isSuspended(before) !== isSuspended(after)) await haltLong(tx, isSuspended(after));
  if (mayImport(before) !== mayImport(after)) await haltImports(tx, !mayImport(after));
  if (isOff(before, "webhooks") !== isOff(after, "webhooks")) await refreshQueues(tx);
}

/**
 * Suspends or resumes the licence, and switches modules; only the operator does. Long jobs of a suspended tenant stop after
 * the current chunk and go on when it is resumed, imports also without their module; webhooks get nothing without theirs.
 * Throws NOT_FOUND and PRECONDITION_FAILED.
 */
export const changeTenant = mutation(
  "tenants.change",
  async (tx, { licenseStatus, modules, expected = null }: TenantChange, context): Promise<Tenant> => {
    const before = required(await findTenant(tx), "tenant", tx.tenantId);
    requireVersion(expected, tenantVersion(before));
    const after: Tenant = {
      ...before,
      licenseStatus: licenseStatus ?? before.licenseStatus,
      modulesOff: switchModules(before.modulesOff, modules ?? {}),
    };
    const details = differences(before, after);
    if (Object.keys(details).length === 0) return before;
    await updateTenant(tx, after);
    await follow(tx, before, after);
    await noteAudit(tx, context, "tenant.changed", tx.tenantId, details);
    return after;
  },
);

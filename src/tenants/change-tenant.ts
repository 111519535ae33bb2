import { haltBulk } from "../../db/jobs/queue.ts";
import { mutation } from "../../db/ports.ts";
import { findTenant, type Tenant, updateTenant } from "../../db/tenants/tenants.ts";
import { refreshLanes } from "../../db/webhooks/lanes.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/errors.ts";
import { type ModuleSwitches, switchModules } from "./module-switches.ts";

export interface TenantChange {
  /** What is absent stays as it is. */
  licenseStatus?: Tenant["licenseStatus"] | undefined;
  modules?: ModuleSwitches | undefined;
}

const differences = (before: Tenant, after: Tenant) => ({
  ...(before.licenseStatus !== after.licenseStatus && {
    license_status: { from: before.licenseStatus, to: after.licenseStatus },
  }),
  ...(before.modulesOff.join() !== after.modulesOff.join() && {
    modules_off: { from: before.modulesOff, to: after.modulesOff },
  }),
});

/**
 * Suspends or resumes the licence, and switches modules; only the operator does. Long jobs of a suspended tenant stop after
 * the chunk in hand and go on when it is resumed; without their module webhooks get nothing. Throws NOT_FOUND.
 */
export const changeTenant = mutation(
  "tenants.change",
  async (tx, { licenseStatus, modules }: TenantChange, context): Promise<Tenant> => {
    const before = required(await findTenant(tx), "tenant", tx.tenantId);
    const after: Tenant = {
      ...before,
      licenseStatus: licenseStatus ?? before.licenseStatus,
      modulesOff: switchModules(before.modulesOff, modules ?? {}),
    };
    const details = differences(before, after);
    if (Object.keys(details).length === 0) return before;
    await updateTenant(tx, after);
    if (before.licenseStatus !== after.licenseStatus) await haltBulk(tx, after.licenseStatus === "suspended");
    if (before.modulesOff.includes("webhooks") !== after.modulesOff.includes("webhooks")) await refreshLanes(tx);
    await noteAudit(tx, context, { action: "tenant.changed", resource: "tenant", resourceId: tx.tenantId, details });
    return after;
  },
);

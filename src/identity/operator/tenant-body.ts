import type { Static } from "@sinclair/typebox";
import type { Tenant } from "../../../db/tenants/tenants.ts";
import { moduleStates } from "../tenants/module-switches.ts";
import type { TenantBody } from "./schema.ts";

/** A tenant as the operator sees it. */
export const tenantBody = ({ id, name, licenseStatus, modulesOff }: Tenant): Static<typeof TenantBody> => ({
  id,
  name,
  license_status: licenseStatus,
  modules: moduleStates(modulesOff),
});

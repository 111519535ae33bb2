import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { findTenant, type Tenant } from "../../../db/tenants/tenants.ts";
import { MODULES, type ModuleId } from "../../http/gate/credentials/principal.ts";
import { required } from "../../http/output/errors.ts";
import { isoOfMs } from "../../text/instant.ts";
import { ROLES } from "../auth/callers/permissions.ts";
import type { UserBody } from "./schema.ts";
import { User, type UserRow } from "./user.ts";

/** The modules that are on: all but those a tenant has switched off. */
export const modulesOn = (modulesOff: string[]): ModuleId[] => MODULES.filter((id) => !modulesOff.includes(id));

const userBody = (user: UserRow, tenant: Tenant): Static<typeof UserBody> => ({
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  role: user.role,
  permissions: [...ROLES[user.role]],
  tenant: {
    id: tenant.id,
    name: tenant.name,
    license_status: tenant.licenseStatus,
    modules: modulesOn(tenant.modulesOff),
  },
  locale: user.locale,
  is_active: user.is_active,
  created_at: isoOfMs(user.created_at_ms),
  last_login_at: user.last_login_at,
});

/** A user as the API shows them. Throws NOT_FOUND. */
export async function readUserBody(db: Reader, userId: string): Promise<Static<typeof UserBody>> {
  const [user, tenant] = await Promise.all([User.table.find(db, userId), findTenant(db)]);
  return userBody(required(user, "user", userId), required(tenant, "tenant", db.tenantId));
}

import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { findTenant, type Tenant } from "../../db/tenants/tenants.ts";
import { findUser, type User } from "../../db/users/users.ts";
import { modulesOn } from "../auth/modules.ts";
import { ROLES } from "../auth/permissions.ts";
import { required } from "../http/output/errors.ts";
import type { UserBody } from "./schema.ts";

const isoTime = (ms: number) => new Date(ms).toISOString();

const userBody = (user: User, tenant: Tenant): Static<typeof UserBody> => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  role: user.role,
  permissions: [...ROLES[user.role]],
  tenant: {
    id: tenant.id,
    name: tenant.name,
    license_status: tenant.licenseStatus,
    modules: modulesOn(tenant.modulesOff),
  },
  locale: user.locale,
  is_active: user.isActive,
  created_at: isoTime(user.createdAtMs),
  last_login_at: user.lastLoginAtMs === null ? null : isoTime(user.lastLoginAtMs),
});

/** A user as the API shows them. Throws NOT_FOUND. */
export async function readUserBody(db: Reader, userId: string): Promise<Static<typeof UserBody>> {
  const [user, tenant] = await Promise.all([findUser(db, userId), findTenant(db)]);
  return userBody(required(user, "user", userId), required(tenant, "tenant", db.tenantId));
}

import { hashPassword } from "../../src/identity/auth/accounts/passwords.ts";
import { createTenant } from "../../src/identity/tenants/create-tenant.ts";
import { services } from "../harness.ts";

export const PASSWORD = "Correct horse 1 battery";
const PASSWORD_HASH = await hashPassword(PASSWORD);

/** A fresh tenant whose admin has this password. */
export async function newAccount() {
  const tenantId = services.newId();
  const email = `${tenantId}@example.com`;
  const user = { email, passwordHash: PASSWORD_HASH, role: "admin" as const, locale: "en" };
  const { userId } = await services.write(createTenant, tenantId, { name: "Example Ltd", user });
  return { tenantId, userId, email };
}

import { isInhabited } from "../../../db/auth/lookup.ts";
import { mutation } from "../../../db/ports.ts";
import { createTenant, type TenantCreation } from "./create-tenant.ts";

/** Makes the first tenant. Returns false, and does nothing, when there is one: another process may have been faster. */
export const createFirstTenant = mutation("tenants.create-first", async (tx, creation: TenantCreation, context) => {
  if (await isInhabited(tx)) return false;
  await createTenant.run(tx, creation, context);
  return true;
});

import { isInhabited } from "../../../db/auth/lookup.ts";
import { putPasswordReset } from "../../../db/auth/password-resets.ts";
import { mutation } from "../../../db/ports.ts";
import { createTenant, type TenantCreation } from "./create-tenant.ts";

interface FirstTenant extends TenantCreation {
  /** Of the token in the link that signs the admin in; `null`: there is none. */
  linkHash: string | null;
}

/** The link waits until somebody who has just installed the service comes back to the screen. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Makes the first tenant. Returns false, and does nothing, when there is one: another process may have been faster. */
export const createFirstTenant = mutation(
  "tenants.create-first",
  async (tx, { linkHash, ...creation }: FirstTenant, context) => {
    if (await isInhabited(tx)) return false;
    const { userId } = await createTenant.run(tx, creation, context);
    if (linkHash !== null) {
      await putPasswordReset(tx, { userId, tokenHash: linkHash, expiresAtMs: context.now() + LINK_LIFETIME_MS });
    }
    return true;
  },
);

import { mutation } from "../../../db/ports.ts";
import { insertTenant } from "../../../db/tenants/tenants.ts";
import { insertUser } from "../../../db/users/users.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import type { Scope } from "../../http/gate/credentials/principal.ts";
import { ApiKey } from "../api-keys/api-key.ts";
import type { StoredKey } from "../api-keys/raw-key.ts";
import type { Role } from "../auth/callers/permissions.ts";

/** Its id is that of the mutation's tenant. */
export interface TenantCreation {
  name: string;
  user: {
    /** As `normalEmail` makes it. */
    email: string;
    /** From `hashPassword`. */
    passwordHash: string;
    role: Role;
    locale: string;
  };
  /** Absent: the tenant begins without a key. */
  apiKey?: { name: string; scopes: Scope[]; isTest: boolean; kept: StoredKey };
}

/** Makes a tenant with its first user and, if given, an API key. Throws on an address that has an account. */
export const createTenant = mutation(
  "tenants.create",
  async (tx, { name, user, apiKey }: TenantCreation, context): Promise<{ userId: string }> => {
    const { now, newId } = context;
    const nowMs = now();
    const userId = newId();
    await insertTenant(tx, { name, nowMs });
    await insertUser(tx, { id: userId, ...user, createdAtMs: nowMs });
    if (apiKey) {
      const { name: keyName, scopes, isTest, kept } = apiKey;
      const fields = { name: keyName, scopes, is_test: isTest, ...kept };
      await ApiKey.table.insert(tx, [ApiKey.apply(ApiKey.blank(newId(), nowMs), fields)]);
    }
    await noteAudit(tx, context, "tenant.created", tx.tenantId, { name, admin: user.email });
    return { userId };
  },
);

import { mutation } from "../db/ports.ts";
import { insertUser } from "../db/users/users.ts";
import { SCOPES, type Scope } from "../src/http/gate/credentials/principal.ts";
import { apiKeyChanges } from "../src/identity/api-keys/api-key.ts";
import { newRawKey } from "../src/identity/api-keys/raw-key.ts";
import type { IdentityAuthenticator } from "../src/identity/auth/callers/authenticator.ts";
import type { Role } from "../src/identity/auth/callers/permissions.ts";
import { newTenantId } from "../src/identity/auth/random-text.ts";
import { startSession } from "../src/identity/auth/sessions/start-session.ts";
import { createTenant } from "../src/identity/tenants/create-tenant.ts";
import type { ThreadServices } from "../src/runtime/services.ts";

/** Less than an access token is good for. */
const TOKEN_USED_MS = 5 * 60_000;

// Hashing takes as long as it should; tests that log in make their own.
const NO_PASSWORD = "$scrypt$none";

/** Adds a user; the users family brings its own mutation for this later. */
export const addUser = mutation("test.add-user", async (tx, { id, role }: { id: string; role: Role }, { now }) => {
  const email = `${id}@example.com`;
  await insertUser(tx, { id, email, passwordHash: NO_PASSWORD, role, locale: "en", createdAtMs: now() });
});

/** Makes a tenant with an admin and an API key of every scope, and ways to get further credentials for it. */
export async function makeTenant(services: ThreadServices, { signAccessToken }: IdentityAuthenticator) {
  const id = newTenantId();
  const { key: apiKey, stored } = newRawKey(false);
  const { userId } = await services.write(createTenant, id, {
    name: `Tenant ${id}`,
    user: { email: `${id}@example.com`, passwordHash: NO_PASSWORD, role: "admin", locale: "en" },
    apiKey: { name: "Test", scopes: [...SCOPES], isTest: false, kept: stored },
  });
  const sessionFor = async (userId: string, role: Role) => {
    const sessionId = await services.write(startSession, id, { userId });
    return { sessionId, token: await signAccessToken({ userId, tenantId: id, sessionId, role }) };
  };
  const tokenFor = async (userId: string, role: Role) => (await sessionFor(userId, role)).token;
  const isOpen = (sessionId: string) =>
    services
      .reader(id)
      .first(
        "select 1 from session where tenant_id = :tenant and id = :sessionId and revoked_at_ms is null",
        { sessionId },
        () => true,
      );
  let open: (Awaited<ReturnType<typeof sessionFor>> & { startedAtMs: number }) | undefined;
  return {
    id,
    apiKey,
    adminId: userId,
    adminToken: await tokenFor(userId, "admin"),
    /** Of a session of its own, for a test that ends it. */
    newAdminToken: () => tokenFor(userId, "admin"),
    /** Of one session until a request has ended it. */
    openAdminToken: async () => {
      const nowMs = services.now();
      const isGood = open && Math.abs(nowMs - open.startedAtMs) < TOKEN_USED_MS && (await isOpen(open.sessionId));
      if (!open || !isGood) open = { ...(await sessionFor(userId, "admin")), startedAtMs: nowMs };
      return open.token;
    },
    tokenOf: async (role: Role) => {
      const other = services.newId();
      await services.write(addUser, id, { id: other, role });
      return tokenFor(other, role);
    },
    keyWith: async (scopes: Scope[]) => {
      const { key, stored } = newRawKey(false);
      await services.write(apiKeyChanges.create, id, { fields: { name: "Test", scopes, ...stored } });
      return key;
    },
  };
}

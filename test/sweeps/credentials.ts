import { MODULES, type Permission, SCOPES, type Scope } from "../../src/http/gate/credentials/principal.ts";
import { ROLE_NAMES, ROLES } from "../../src/identity/auth/callers/permissions.ts";
import { changeTenant } from "../../src/identity/tenants/change-tenant.ts";
import { newTenant, send, services } from "../harness.ts";
import { sized } from "../sized.ts";
import { headerOf, type Operation } from "./operations.ts";
import type { SeededTenant } from "./world.ts";

/** A credential that an operation must refuse. */
export interface Refusal {
  /** What is wrong with it. */
  who: string;
  credential: Record<string, string>;
  status: number;
  code: string;
}

/** Scopes that are tried by themselves: a key that has all but the right one proves the same of each. */
const EACH_ALONE = sized<readonly Scope[]>([], SCOPES);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const apiKey = (key: string) => ({ "x-api-key": key });

async function revokedKeyOf({ admin }: SeededTenant): Promise<string> {
  const { id, key } = (await admin.post("/api-keys", { name: "Revoked", scopes: [...SCOPES] })).body;
  await admin.delete(`/api-keys/${id}`);
  return key;
}

async function endedSessionOf(tenant: SeededTenant): Promise<string> {
  const token = await tenant.newAdminToken();
  await send("POST", "/auth/logout", undefined, bearer(token));
  return token;
}

async function tenantThat(change: { licenseStatus?: "suspended"; modules?: Record<string, boolean> }) {
  const tenant = await newTenant();
  await services.write(changeTenant, tenant.id, change);
  return tenant;
}

/** Every credential that `tenant` gave out or took back, and those of tenants that lack a licence or modules. */
export async function credentialsOf(tenant: SeededTenant) {
  const revokedKey = await revokedKeyOf(tenant);
  const endedToken = await endedSessionOf(tenant);
  const suspended = await tenantThat({ licenseStatus: "suspended" });
  const bare = await tenantThat({ modules: Object.fromEntries(MODULES.map((module) => [module, false])) });
  const keysWithout = new Map<string, string>();
  for (const scope of SCOPES) keysWithout.set(scope, await tenant.keyWith(SCOPES.filter((each) => each !== scope)));
  const keysOf = new Map<Scope, string>();
  for (const scope of EACH_ALONE) keysOf.set(scope, await tenant.keyWith([scope]));
  const tokens = new Map<string, string>();
  for (const role of ROLE_NAMES) tokens.set(role, await tenant.tokenOf(role));
  const damaged = (key: string) => key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");

  function unknownTo({ credential }: Operation): Refusal[] {
    const keys: Refusal[] = [
      { who: "a damaged key", credential: apiKey(damaged(tenant.apiKey)), status: 401, code: "INVALID_API_KEY" },
      { who: "a revoked key", credential: apiKey(revokedKey), status: 401, code: "INVALID_API_KEY" },
      { who: "a key as bearer", credential: bearer(tenant.apiKey), status: 401, code: "INVALID_API_KEY" },
    ];
    const forged = `${tenant.adminToken.slice(0, -4)}AAAA`;
    const sessions: Refusal[] = [
      { who: "a forged token", credential: bearer(forged), status: 401, code: "INVALID_TOKEN" },
      { who: "an ended session", credential: bearer(endedToken), status: 401, code: "INVALID_TOKEN" },
    ];
    const session: Refusal = {
      who: "a session",
      credential: bearer(tenant.adminToken),
      status: 401,
      code: "AUTHENTICATION_REQUIRED",
    };
    return [...keys, ...(credential === "api_key" ? [session] : sessions)];
  }

  function withoutRight({ credential, scope, permission }: Operation): Refusal[] {
    const denied = { status: 403, code: "PERMISSION_DENIED" };
    const keyWithout = scope && keysWithout.get(scope);
    const role = ROLE_NAMES.find((each) => permission && !ROLES[each].has(permission as Permission));
    return [
      ...(credential === "session" ? [{ who: "a key", credential: apiKey(tenant.apiKey), ...denied }] : []),
      ...(scope
        ? EACH_ALONE.filter((each) => each !== scope).map((each) => ({
            who: `a key of ${each}`,
            credential: apiKey(keysOf.get(each) ?? ""),
            ...denied,
          }))
        : []),
      ...(keyWithout ? [{ who: `a key without ${scope}`, credential: apiKey(keyWithout), ...denied }] : []),
      ...(role && credential !== "api_key"
        ? [{ who: `a ${role}`, credential: bearer(tokens.get(role) ?? ""), ...denied }]
        : []),
    ];
  }

  function withoutLicence({ method, module, credential, allowedWhenSuspended }: Operation): Refusal[] {
    const of = (one: { apiKey: string; adminToken: string }) =>
      credential === "api_key" ? apiKey(one.apiKey) : bearer(one.adminToken);
    const isRefused = method !== "GET" && !allowedWhenSuspended;
    return [
      ...(isRefused
        ? [{ who: "a suspended tenant", credential: of(suspended), status: 403, code: "LICENSE_SUSPENDED" }]
        : []),
      ...(module
        ? [{ who: `a tenant without ${module}`, credential: of(bare), status: 403, code: "MODULE_DISABLED" }]
        : []),
    ];
  }

  const NOBODY: Refusal = { who: "nobody", credential: {}, status: 401, code: "AUTHENTICATION_REQUIRED" };

  /** Operations with a key of their own: the operator's, a price scraper's. */
  function guarded({ schemes }: Operation): Refusal[] {
    const header = schemes.map(headerOf).find((each) => each !== undefined);
    if (header === undefined) return schemes.length === 0 ? [] : [NOBODY];
    return [
      NOBODY,
      { who: "a wrong key", credential: { [header]: "not the key that opens this" }, status: 401, code: "" },
      { who: "a tenant's key", credential: apiKey(tenant.apiKey), status: 401, code: "AUTHENTICATION_REQUIRED" },
      { who: "a tenant's admin", credential: bearer(tenant.adminToken), status: 401, code: "AUTHENTICATION_REQUIRED" },
    ];
  }

  return {
    /** Everyone whom an operation must refuse. */
    refusedBy: (operation: Operation): Refusal[] =>
      operation.credential === "none" || operation.credential === "sync_key"
        ? guarded(operation)
        : [NOBODY, ...unknownTo(operation), ...withoutRight(operation), ...withoutLicence(operation)],
  };
}

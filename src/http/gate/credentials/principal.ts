/** What a session's user may do. */
export const PERMISSIONS = [
  "VIEW_CATALOG",
  "EDIT_CATALOG",
  "DELETE_CATALOG",
  "PUBLISH_CATALOG",
  "MANAGE_IMPORTS",
  "MANAGE_EXPORTS",
  "RUN_ENRICHMENT",
  "VIEW_PRICING",
  "MANAGE_PRICING",
  "MANAGE_CONNECTORS",
  "MANAGE_WEBHOOKS",
  "VIEW_ANALYTICS",
  "MANAGE_USERS",
  "MANAGE_SETTINGS",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What an API key may do. */
export const SCOPES = [
  "products:read",
  "products:write",
  "prices:read",
  "prices:write",
  "imports:manage",
  "exports:manage",
  "enrichment:manage",
  "connectors:manage",
  "webhooks:manage",
  "ext:products:read",
  "ext:products:write",
  "appsync:read",
  "appsync:write",
  "appsync:sync",
] as const;
export type Scope = (typeof SCOPES)[number];

/** The parts of the service that can be switched off for a tenant. */
export const MODULES = [
  "imports",
  "exports",
  "enrichment",
  "connectors",
  "webhooks",
  "pricing",
  "price_monitor",
  "compliance",
  "ean_lookup",
  "ean_asin",
  "ext_api",
  "appsync",
  "search_vector",
] as const;
export type ModuleId = (typeof MODULES)[number];

/** Who makes a request. */
export interface Principal {
  kind: "session" | "api_key" | "sync_key";
  tenantId: string;
  /** Id of the user or of the key; of a sync key its tenant's. */
  subjectId: string;
  sessionId: string | null;
  /** Empty for a key. */
  permissions: ReadonlySet<string>;
  /** Empty for a session. */
  scopes: ReadonlySet<string>;
  /** A key's own limit; `null`: the limits of the tiers. */
  rateLimitPerMinute: number | null;
  tenant: { licenseStatus: "active" | "suspended"; modulesOff: ReadonlySet<string> };
}

/** What is wrong with a key: a letter of it, or it is a key that opens nothing here any more, is switched off, or has run out. */
export type RefusedKey = "mistyped" | "gone" | "disabled" | "expired";

/** Finds who holds a credential. */
export interface Authenticator {
  /** Who is remembered to hold a key; `undefined`: ask `byApiKey`. */
  rememberedKey(rawKey: string): Principal | undefined;
  /** `undefined`: no such key, or it is disabled or expired. */
  byApiKey(rawKey: string): Promise<Principal | undefined>;
  /** Why a key opens nothing, for who holds it. */
  refusedKey(rawKey: string): Promise<RefusedKey>;
  /** Throws INVALID_TOKEN or TOKEN_EXPIRED. */
  byAccessToken(token: string): Promise<Principal>;
  /**
   * Throws SCRAPER_SYNC_KEY_NOT_CONFIGURED when no tenant has such a key, AUTHENTICATION_REQUIRED without one, and
   * INVALID_SYNC_KEY for a wrong one.
   */
  bySyncKey(rawKey: string | null): Promise<Principal>;
  /** `undefined`: unknown, used or run out, or its session has ended. */
  byRefreshToken(token: string): Promise<Principal | undefined>;
  /** Whether we gave out this CSRF token for that session; `null`: for no particular user. */
  isCsrfToken(token: string, sessionId: string | null): boolean;
}

import { findKeyHolder, type KeyHolder } from "../../db/auth/lookup.ts";
import { findLiveSession, type LiveSession } from "../../db/auth/sessions.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { hashKey, isRawKey } from "../api-keys/raw-key.ts";
import { ApiError } from "../http/errors.ts";
import type { Authenticator, Principal } from "../http/principal.ts";
import type { ThreadServices } from "../services.ts";
import { type AccessTokens, openAccessTokens, type TokenSubject } from "./access-tokens.ts";
import { ROLES } from "./permissions.ts";
import { remember } from "./remember.ts";

/** Finds callers, and knows what else a login needs. */
export interface IdentityAuthenticator extends Authenticator {
  signAccessToken: AccessTokens["sign"];
  /**
   * Drops what is remembered of a tenant. Whoever changes a key, session, user, licence or module calls it after the
   * change, so that the very next request meets the new state.
   */
  forget(tenantId: string): void;
}

/** A caller as remembered, with the end of the credential. */
interface Holder {
  principal: Principal;
  /** Unix milliseconds; `null`: never. */
  expiresAtMs: number | null;
}

const NOTHING: ReadonlySet<string> = new Set();

const ofKey = (holder: KeyHolder): Holder => ({
  principal: {
    kind: "api_key",
    tenantId: holder.tenantId,
    subjectId: holder.keyId,
    sessionId: null,
    permissions: NOTHING,
    scopes: new Set(holder.scopes),
    rateLimitPerMinute: holder.rateLimitPerMinute,
    tenant: { licenseStatus: holder.licenseStatus, modulesOff: new Set(holder.modulesOff) },
  },
  expiresAtMs: holder.expiresAtMs,
});

const ofSession = ({ tenantId, sessionId }: TokenSubject, session: LiveSession): Holder => ({
  principal: {
    kind: "session",
    tenantId,
    subjectId: session.userId,
    sessionId,
    permissions: ROLES[session.role],
    scopes: NOTHING,
    rateLimitPerMinute: null,
    tenant: { licenseStatus: session.licenseStatus, modulesOff: new Set(session.modulesOff) },
  },
  expiresAtMs: session.expiresAtMs,
});

/**
 * Opens the authenticator of this thread. On a database file this process is the only one to change callers, so they
 * are remembered until `forget`; on a server another process may change them, so each request looks.
 */
export async function openAuthenticator(services: ThreadServices): Promise<IdentityAuthenticator> {
  const { reader, now, config } = services;
  const tokens = await openAccessTokens(services);
  const holders = new Map<string, Holder>();
  const remembers = config.databaseUrl === undefined;
  // Grows when something is forgotten, so that what was read before is not remembered after.
  let forgotten = 0;

  async function holderOf(key: string, find: () => Promise<Holder | undefined>): Promise<Principal | undefined> {
    const known = holders.get(key);
    const before = forgotten;
    const holder = known ?? (await find());
    if (!holder || (holder.expiresAtMs !== null && holder.expiresAtMs <= now())) return undefined;
    if (!known && remembers && before === forgotten) remember(holders, key, holder);
    return holder.principal;
  }

  return {
    signAccessToken: tokens.sign,
    byApiKey: async (rawKey) => {
      if (!isRawKey(rawKey)) return undefined;
      const hash = hashKey(rawKey);
      return holderOf(hash, async () => {
        const holder = await findKeyHolder(reader(EVERY_TENANT), hash);
        return holder && ofKey(holder);
      });
    },
    byAccessToken: async (token) => {
      const subject = await tokens.verify(token);
      const principal = await holderOf(subject.sessionId, async () => {
        const session = await findLiveSession(reader(subject.tenantId), subject.sessionId);
        return session && ofSession(subject, session);
      });
      if (!principal) throw new ApiError("INVALID_TOKEN");
      return principal;
    },
    forget: (tenantId) => {
      forgotten++;
      for (const [key, { principal }] of holders) if (principal.tenantId === tenantId) holders.delete(key);
    },
  };
}

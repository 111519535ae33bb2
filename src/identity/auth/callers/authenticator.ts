import { findKeyHolder, isKeyActive, type KeyHolder } from "../../../../db/auth/lookup.ts";
import { findRefreshToken } from "../../../../db/auth/refresh-tokens.ts";
import { findLiveSession, type LiveSession } from "../../../../db/auth/sessions.ts";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import { findSyncKeyHolder, hasSyncKeys, type SyncKeyHolder } from "../../../../db/settings/sync-keys.ts";
import type { Authenticator, Principal } from "../../../http/gate/credentials/principal.ts";
import { ApiError } from "../../../http/output/errors.ts";
import { hashKey, isRawKey } from "../../api-keys/raw-key.ts";
import { openPasswords, type Passwords } from "../accounts/passwords.ts";
import { knownDevicesBy, knownNetworksBy } from "../login/known-devices.ts";
import { randomText } from "../random-text.ts";
import { type AccessTokens, openAccessTokens, type TokenSubject } from "../sessions/access-tokens.ts";
import { readBearerSecret } from "./bearer-secret.ts";
import { type CacheServices, type Caller, openCallerCache } from "./caller-cache.ts";
import { instanceKey, type KeyServices } from "./instance-key.ts";
import { ROLES } from "./permissions.ts";
import { type Signer, signerWith } from "./signature.ts";

// 131 bits.
const NONCE_LENGTH = 22;
const ANONYMOUS = "anon";

/** Gives out CSRF tokens: each is a nonce, signed for one session or for no session (`null`). */
const csrfTokensBy = ({ sign, read }: Signer) => ({
  newCsrfToken: (sessionId: string | null): string => sign(randomText(NONCE_LENGTH), sessionId ?? ANONYMOUS),
  isCsrfToken: (token: string, sessionId: string | null): boolean => read(token, sessionId ?? ANONYMOUS) !== undefined,
});

/** Finds callers, and knows what else a login needs. */
export interface IdentityAuthenticator
  extends Authenticator,
    ReturnType<typeof csrfTokensBy>,
    ReturnType<typeof knownDevicesBy>,
    ReturnType<typeof knownNetworksBy> {
  signAccessToken: AccessTokens["sign"];
  /** All hashing of passwords goes through these: they share one queue. */
  passwords: Passwords;
  /**
   * Drops what is remembered of a tenant. Every change of a key, session, user, licence or module calls it afterwards, so
   * that the very next request meets the new state.
   */
  drop(tenantId: string): void;
}

const NOTHING: ReadonlySet<string> = new Set();
/** Who logs out behind a proxy is refused by the next process that is asked. */
const UNKNOWN_AT_ONCE = 0;

const ofKey = (holder: KeyHolder): Caller => ({
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

const ofSyncKey = ({ tenantId, licenseStatus, modulesOff }: SyncKeyHolder): Principal => ({
  kind: "sync_key",
  tenantId,
  subjectId: tenantId,
  sessionId: null,
  permissions: NOTHING,
  scopes: NOTHING,
  rateLimitPerMinute: null,
  tenant: { licenseStatus, modulesOff: new Set(modulesOff) },
});

const ofSession = ({ tenantId, sessionId }: TokenSubject, session: LiveSession): Caller => ({
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

/** Opens the authenticator of this thread. */
export async function openAuthenticator(
  services: KeyServices & CacheServices & { newId(): string },
  passwords: Passwords = openPasswords(),
): Promise<IdentityAuthenticator> {
  const { reader, now } = services;
  const tokens = await openAccessTokens(services);
  const csrfTokens = csrfTokensBy(signerWith(await instanceKey(services, "csrf-key")));
  const knownDevices = knownDevicesBy(signerWith(await instanceKey(services, "device-key")));
  const knownNetworks = knownNetworksBy(signerWith(await instanceKey(services, "network-key")));
  // Separate from each other: the id of a session is no secret, and must never do for a key.
  const ofKeys = openCallerCache(services);
  const ofSessions = openCallerCache(services, UNKNOWN_AT_ONCE);
  const bySession = (subject: TokenSubject) =>
    ofSessions.find(subject.sessionId, async () => {
      const session = await findLiveSession(reader(subject.tenantId), subject.sessionId);
      return session && ofSession(subject, session);
    });
  // Cached by the raw key itself: to hash it each time costs more than all else that is done with it.
  const findKey = (rawKey: string) =>
    ofKeys.find(rawKey, async () => {
      const holder = isRawKey(rawKey) ? await findKeyHolder(reader(EVERY_TENANT), hashKey(rawKey)) : undefined;
      return holder && ofKey(holder);
    });
  return {
    ...csrfTokens,
    ...knownDevices,
    ...knownNetworks,
    passwords,
    signAccessToken: tokens.sign,
    rememberedKey: ofKeys.known,
    byApiKey: findKey,
    refusedKey: async (rawKey) => {
      if (!isRawKey(rawKey)) return "mistyped";
      const isActive = await isKeyActive(reader(EVERY_TENANT), hashKey(rawKey));
      if (isActive === undefined) return "gone";
      return isActive ? "expired" : "disabled";
    },
    byAccessToken: async (token) => {
      const subject = tokens.known(token) ?? (await tokens.verify(token));
      const principal = ofSessions.known(subject.sessionId) ?? (await bySession(subject));
      if (!principal) throw new ApiError("INVALID_TOKEN");
      return principal;
    },
    bySyncKey: async (rawKey) => {
      const holder = rawKey ? await findSyncKeyHolder(reader(EVERY_TENANT), hashKey(rawKey)) : undefined;
      if (holder) return ofSyncKey(holder);
      if (!(await hasSyncKeys(reader(EVERY_TENANT)))) throw new ApiError("SCRAPER_SYNC_KEY_NOT_CONFIGURED");
      throw new ApiError(rawKey ? "INVALID_SYNC_KEY" : "AUTHENTICATION_REQUIRED");
    },
    byRefreshToken: async (secret) => {
      const presented = readBearerSecret(secret);
      if (!presented) return undefined;
      const { tenantId, hash } = presented;
      const token = await findRefreshToken(reader(tenantId), hash);
      if (!token || token.isUsed || token.expiresAtMs <= now()) return undefined;
      return bySession({ tenantId, userId: token.userId, sessionId: token.sessionId });
    },
    drop: (tenantId) => {
      ofKeys.drop(tenantId);
      ofSessions.drop(tenantId);
    },
  };
}

/** Waits for a change of who may come in, and makes the very next request meet it. Passes on what it returns or throws. */
export const dropCallerAfter = <T>(
  { authenticator }: { authenticator: Pick<IdentityAuthenticator, "drop"> },
  tenantId: string,
  change: Promise<T>,
): Promise<T> =>
  // Also after an error: a server may have made the change and lost the answer.
  change.finally(() => authenticator.drop(tenantId));

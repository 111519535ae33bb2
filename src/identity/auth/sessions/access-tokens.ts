import { jwt } from "@elysiajs/jwt";
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { ApiError } from "../../../http/output/errors.ts";
import { CALLERS_MAX } from "../callers/caller-cache.ts";
import { instanceKey, type KeyServices } from "../callers/instance-key.ts";
import type { Role } from "../callers/permissions.ts";

/** Who an access token speaks for. */
export interface TokenSubject {
  userId: string;
  tenantId: string;
  sessionId: string;
}

/** A token whose signature and claims are good. */
interface VerifiedToken extends TokenSubject {
  /** Unix milliseconds by this machine's clock. */
  expiresAtMs: number;
}

export interface AccessTokens {
  sign(subject: TokenSubject & { role: Role }): Promise<string>;
  /** What `verify` has answered before; `undefined` when the database must be read. */
  known(token: string): VerifiedToken | undefined;
  /** Throws INVALID_TOKEN or TOKEN_EXPIRED. Does not know whether the session still lives. */
  verify(token: string): Promise<VerifiedToken>;
}

export const ACCESS_TOKEN_SECONDS = 900;
const ALGORITHM = "HS256";
const ISSUER = "catalogd";
const AUDIENCE = "catalogd-api";
const KEY_NAME = "access-token-key";

// A clock may be set back a little.
const CLOCK_SKEW_SECONDS = 60;

/** The subject of a payload; `undefined` when a claim has another shape than we sign, or the token another life. */
function readPayload({ sub, tid, sid, typ, exp, iat }: JWTPayload, behindMs: number): VerifiedToken | undefined {
  if (typ !== "access" || typeof tid !== "string" || typeof sid !== "string") return undefined;
  if (sub === undefined || exp === undefined || iat === undefined) return undefined;
  const latest = (Date.now() - behindMs) / 1000 + CLOCK_SKEW_SECONDS;
  if (exp - iat > ACCESS_TOKEN_SECONDS || iat > latest) return undefined;
  return { userId: sub, tenantId: tid, sessionId: sid, expiresAtMs: exp * 1000 + behindMs };
}

/** How far the database's clock is ahead of the machine that signed, in seconds. */
function signersAhead(token: string): number {
  const { clk } = decodeJwt(token);
  return Number.isSafeInteger(clk) ? Number(clk) : 0;
}

interface TokenServices extends KeyServices {
  newId(): string;
  /** How far the database's clock is ahead of this machine's, where they are two. */
  clockAheadMs?: number;
}

/**
 * Signs with the Elysia plugin; verifies with jose, because the plugin checks neither issuer nor audience. The plugin
 * stamps `iat` by the machine's clock and by no other, so tokens live by that clock altogether. Another machine's clock may
 * differ: `clk` says how far the database's is ahead of the signer's.
 */
export async function openAccessTokens(services: TokenServices): Promise<AccessTokens> {
  const ahead = Math.round((services.clockAheadMs ?? 0) / 1000);
  const key = await instanceKey(services, KEY_NAME);
  const plugin = jwt({ name: "accessToken", secret: key, alg: ALGORITHM, iss: ISSUER, aud: AUDIENCE });
  const { accessToken } = plugin.decorator;
  const verified = new LRUCache<string, VerifiedToken>({ max: CALLERS_MAX });
  const options = {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ["sub", "tid", "sid", "jti", "iat", "exp"],
  };
  return {
    sign: ({ userId, tenantId, sessionId, role }) =>
      accessToken.sign({
        sub: userId,
        tid: tenantId,
        sid: sessionId,
        role,
        typ: "access",
        jti: services.newId(),
        ...(ahead !== 0 && { clk: ahead }),
        exp: `${ACCESS_TOKEN_SECONDS}s`,
      }),
    known: (token) => {
      const known = verified.get(token);
      return known && known.expiresAtMs > Date.now() ? known : undefined;
    },
    verify: async (token) => {
      verified.delete(token);
      try {
        // How far the signer's clock is behind this one.
        const behindMs = (signersAhead(token) - ahead) * 1000;
        const { payload } = await jwtVerify(token, key, { ...options, currentDate: new Date(Date.now() - behindMs) });
        const fresh = readPayload(payload, behindMs);
        if (!fresh) throw new ApiError("INVALID_TOKEN");
        verified.set(token, fresh);
        return fresh;
      } catch (error) {
        throw new ApiError(error instanceof errors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
      }
    },
  };
}

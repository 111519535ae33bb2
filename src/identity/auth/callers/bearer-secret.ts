import { createHash, randomBytes } from "node:crypto";

/** A secret that lets its holder do one operation. Only its hash is stored. */
export interface BearerSecret {
  /** `<tenant id>.<43 random characters>`: the tenant says where to look, so no search crosses tenants. */
  secret: string;
  /** SHA-256, hex. */
  hash: string;
}

// 256 bits: they cannot be guessed, so a plain hash protects them.
const RANDOM_BYTES = 32;
const FORM = /^([0-9a-z-]{10,36})\.[\w-]{43}$/;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export function newBearerSecret(tenantId: string): BearerSecret {
  const secret = `${tenantId}.${randomBytes(RANDOM_BYTES).toString("base64url")}`;
  return { secret, hash: hashOf(secret) };
}

/** Where to look for a secret that somebody presents; `undefined` for what cannot be one. */
export function readBearerSecret(secret: string): { tenantId: string; hash: string } | undefined {
  const tenantId = FORM.exec(secret)?.[1];
  return tenantId === undefined ? undefined : { tenantId, hash: hashOf(secret) };
}

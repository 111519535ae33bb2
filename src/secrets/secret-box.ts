import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type KeyRing, openKeyRing, type SecretKey } from "./key-ring.ts";

/** Where a secret is stored: encrypted for one place, it cannot be opened at another. */
export interface SecretPlace {
  tenantId: string;
  place: string;
  field: string;
}

/** An encrypted secret, and which key opens it. */
export interface Sealed {
  keyId: string;
  sealed: string;
}

/** Encrypts and decrypts secrets. Each thread has its own; all have the same keys. */
export interface SecretBox extends Pick<KeyRing, "addKey"> {
  seal(place: SecretPlace, secret: string): Sealed;
  /** Throws `SecretUnreadable`. */
  open(place: SecretPlace, sealed: Sealed): string;
  /** The id of the key that encrypts. */
  currentKeyId(): string;
}

/** A secret that no key here opens at its place: the key is another, or somebody changed what is stored. */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

const ALGORITHM = "aes-256-gcm";
// What GCM is made for. Source: https://csrc.nist.gov/pubs/sp/800/38/d/final, 5.2.1.1
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const bindingOf = ({ tenantId, place, field }: SecretPlace) => Buffer.from(JSON.stringify([tenantId, place, field]));

function decrypt(place: SecretPlace, { sealed }: Sealed, { bytes }: SecretKey): string {
  const raw = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(ALGORITHM, bytes, raw.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bindingOf(place));
  decipher.setAuthTag(raw.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(raw.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
}

/** Opens the box of this thread. Throws `ConfigError` for a key file that holds none. */
export function openSecretBox(config: Parameters<typeof openKeyRing>[0]): SecretBox {
  const ring = openKeyRing(config);
  const current = (): SecretKey => {
    // Encrypting is rare, and a key that was added meanwhile is the one to use.
    const [first] = ring.reload();
    if (!first) throw new TypeError("A key ring is never empty");
    return first;
  };
  return {
    addKey: ring.addKey,
    currentKeyId: () => current().id,
    seal: (place, secret) => {
      const { id, bytes } = current();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bindingOf(place));
      const encrypted = [cipher.update(secret, "utf8"), cipher.final()];
      return { keyId: id, sealed: Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString("base64url") };
    },
    open: (place, sealed) => {
      const isItsKey = ({ id }: SecretKey) => id === sealed.keyId;
      const key = ring.keys().find(isItsKey) ?? ring.reload().find(isItsKey);
      if (!key) throw new SecretUnreadable(`The key ${sealed.keyId} that encrypted ${place.place} is not here`);
      try {
        return decrypt(place, sealed, key);
      } catch {
        throw new SecretUnreadable(`What is stored as ${place.place} ${place.field} was not encrypted for that place`);
      }
    },
  };
}

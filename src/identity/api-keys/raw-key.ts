import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { BASE62, randomText } from "../auth/random-text.ts";

/** A new key: what its holder is given, and what is stored of it. */
interface RawKey {
  /** Shown once, never stored. */
  key: string;
  stored: StoredKey;
}

/** What is stored of a key. */
export interface StoredKey {
  /** SHA-256, hex. */
  key_hash: string;
  /** The last four characters. */
  key_hint: string;
}

// 202 bits.
const SECRET_LENGTH = 34;
// 62^6 is just above 2^32.
const CHECKSUM_LENGTH = 6;
const SHAPE = /^pm_(?:live|test)_[0-9A-Za-z]{40}$/;

/** The CRC-32 of a key's first part, in base 62: it distinguishes a mistyped key from a real one without the database. */
function checksum(start: string): string {
  let rest = crc32(start);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** A SHA-256 is enough: the key is random, so there is nothing to guess. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Makes a key of the form `pm_live_` (or `pm_test_`), 34 random characters, 6 of checksum. */
export function newRawKey(isTest: boolean): RawKey {
  const start = `pm_${isTest ? "test" : "live"}_${randomText(SECRET_LENGTH)}`;
  const key = start + checksum(start);
  return { key, stored: { key_hash: hashKey(key), key_hint: key.slice(-4) } };
}

/** Whether this can be a key at all. */
export const isRawKey = (key: string): boolean =>
  SHAPE.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);

import { randomBytes } from "node:crypto";
import { passwordProblem } from "./accounts/passwords.ts";

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// The largest multiple of 62 in a byte: larger bytes would make the first characters likelier.
const FAIR_BYTES = 248;

/** Random letters and digits that cannot be guessed: 5.95 bits each. */
export function randomText(length: number): string {
  let result = "";
  while (result.length < length) {
    const fair = [...randomBytes(length)].filter((byte) => byte < FAIR_BYTES);
    result += fair.map((byte) => BASE62[byte % BASE62.length]).join("");
  }
  return result.slice(0, length);
}

// 107 bits.
const PASSWORD_LENGTH = 18;

/** A random password that satisfies the policy. */
export function randomPassword(email: string): string {
  const password = randomText(PASSWORD_LENGTH);
  return passwordProblem(password, email) ? randomPassword(email) : password;
}

const LENGTH = 10;
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A tenant's id: 51 random bits. Short, because it is in every row and every index entry: with a UUID an import takes a
 * quarter longer and the database is a third larger.
 */
export const newTenantId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

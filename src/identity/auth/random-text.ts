import { randomBytes } from "node:crypto";

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

import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs short texts with HMAC-SHA-256. What was signed is checked in constant time. */
export interface Signer {
  /** `content` and its signature, separated by a dot. */
  sign(content: string, context?: string): string;
  /** The content of a signed text; `undefined` when the signature, or the context it was signed for, is another. */
  read(signed: string, context?: string): string | undefined;
}

/** `context` is signed with the content but not written: the reader must know it. The content holds no dot. */
export function signerWith(key: Buffer): Signer {
  const signature = (content: string, context: string) =>
    createHmac("sha256", key).update(`${content}\n${context}`).digest("base64url");
  return {
    sign: (content, context = "") => `${content}.${signature(content, context)}`,
    read: (signed, context = "") => {
      const at = signed.lastIndexOf(".");
      const content = signed.slice(0, Math.max(0, at));
      const expected = Buffer.from(signature(content, context));
      const given = Buffer.from(signed.slice(at + 1));
      return given.length === expected.length && timingSafeEqual(given, expected) ? content : undefined;
    },
  };
}

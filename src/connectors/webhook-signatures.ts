import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookSender } from "./define-platform.ts";

/** Whether two texts are the same, in a time that does not tell how far they are. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac("sha256", "catalogd compares").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Verifies the base64 HMAC-SHA256 of the bytes as they came, by the credential of that name. */
export const signedWith =
  (key: string): WebhookSender["verifies"] =>
  (credentials, { signature, bytes }) => {
    const secret = credentials[key] ?? "";
    return secret !== "" && isSame(createHmac("sha256", secret).update(bytes).digest("base64"), signature);
  };

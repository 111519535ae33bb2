import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookSender } from "../engine/define-platform.ts";

/** Whether two texts are the same, in a time that does not depend on where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac("sha256", "catalogd compares").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** The host of an address, if it is one. */
const hostOf = (address: string): string =>
  address
    .replace(/^[a-z]+:\/\//i, "")
    .split(/[/:?#]/)[0]
    ?.toLowerCase() ?? "";

/** Finds the connector by its shop, whose address is the credential of that name. */
export const namesShop = (key: string): Pick<WebhookSender, "ownName" | "sentName"> => ({
  ownName: (credentials) => hostOf(credentials[key] ?? ""),
  sentName: ({ shop }) => hostOf(shop),
});

/** Finds the connector by what is sent as a password, and verifies it by the same. `own` of one without it is empty. */
export const sends = ({
  own,
  sent,
}: {
  own: (credentials: Record<string, string>) => string;
  sent: (signature: string) => string;
}): Pick<WebhookSender, "ownName" | "sentName" | "verifies"> => ({
  ownName: own,
  sentName: ({ signature }) => sent(signature),
  verifies: (credentials, { signature }) => own(credentials) !== "" && isSame(own(credentials), sent(signature)),
});

/** Verifies the base64 HMAC-SHA256 of the bytes as they came, by the credential of that name. */
export const signedWith =
  (key: string): WebhookSender["verifies"] =>
  (credentials, { signature, bytes }) => {
    const secret = credentials[key] ?? "";
    return secret !== "" && isSame(createHmac("sha256", secret).update(bytes).digest("base64"), signature);
  };

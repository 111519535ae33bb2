import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

/** What is signed: the bytes of the body, and for Standard Webhooks when and under which id it is sent. */
export interface Signed {
  eventId: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
}

const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A secret written `whsec_…` means the bytes behind its base64; any other for its own. */
function standardKey(secret: string): Buffer {
  const encoded = secret.slice(PREFIX.length);
  const isEncoded = secret.startsWith(PREFIX) && encoded !== "" && BASE64.test(encoded);
  return isEncoded ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}

const standardSignature = ({ eventId, timestamp, body }: Signed, secret: string): string =>
  `v1,${createHmac("sha256", standardKey(secret)).update(`${eventId}.${timestamp}.${body}`).digest("base64")}`;

/** Whether one of the signatures of a `webhook-signature` header was made with this secret. */
export function isSigned(signed: Signed, header: string, secret: string): boolean {
  const expected = Buffer.from(standardSignature(signed, secret));
  return header.split(" ").some((each) => {
    const given = Buffer.from(each);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * The headers that show a receiver who sent a delivery and when. `secrets` begins with the present one; one that is being
 * replaced signs as well. Without any there is no signature. Source:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(
  { eventId, timestamp, body }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const headers = { "webhook-id": eventId, "webhook-timestamp": String(timestamp) };
  const [present] = secrets;
  if (present === undefined) return headers;
  const signatures = secrets.map((secret) => standardSignature({ eventId, timestamp, body }, secret));
  return {
    ...headers,
    "webhook-signature": signatures.join(" "),
    "x-pm-signature": `sha256=${createHmac("sha256", present).update(body).digest("hex")}`,
  };
}

/** What `verifyWebhook` throws: answer 400 or 401. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

/** The headers of a request, as `fetch`, Node or a framework has them. */
export type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = "whsec_";

function headerOf(headers: RequestHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return String(value ?? "");
}

const bytesOfBase64 = (encoded: string) => Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));

/** A secret written `whsec_…` means the bytes behind its Base64; any other its own. */
const keyOf = (secret: string) =>
  secret.startsWith(SECRET_PREFIX)
    ? bytesOfBase64(secret.slice(SECRET_PREFIX.length))
    : new TextEncoder().encode(secret);

async function isSigned(content: string, signatures: string, secret: string): Promise<boolean> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", keyOf(secret), hmac, false, ["verify"]);
  const given = signatures.split(" ").flatMap((each) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each)?.[1] ?? []);
  const checks = given.map((each) =>
    crypto.subtle.verify("HMAC", key, bytesOfBase64(each), new TextEncoder().encode(content)),
  );
  return (await Promise.all(checks)).includes(true);
}

/**
 * The event of a delivery, once its signature by Standard Webhooks is found right and not older than five minutes. `body` is
 * the text unchanged, not JSON written again. Throws `WebhookRefused`. An event can come twice: act once for each `id`.
 */
export async function verified<Event>(
  body: string,
  headers: RequestHeaders,
  secret: string,
  {
    toleranceSeconds = TOLERANCE_SECONDS,
    nowMs = performance.timeOrigin + performance.now(),
  }: { toleranceSeconds?: number; nowMs?: number } = {},
): Promise<Event> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (id === "" || signatures === "") throw new WebhookRefused("The request is not signed");
  const ageSeconds = nowMs / 1000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookRefused("The request is too old, or a clock is wrong");
  if (!(await isSigned(`${id}.${timestamp}.${body}`, signatures, secret))) {
    throw new WebhookRefused("The signature is not one of this secret");
  }
  return JSON.parse(body) as Event;
}

import { createHmac } from "node:crypto";
import { instanceKey } from "../../identity/auth/callers/instance-key.ts";

/** What a key of the instance is read with. */
export type KeyServices = Parameters<typeof instanceKey>[0];

/**
 * By what a delivery finds its connector: an HMAC, as what a delivery names may be a password. A copy of the database
 * cannot be searched for it.
 */
export async function receiverKey(services: KeyServices, platformId: string, name: string): Promise<string> {
  const key = await instanceKey(services, "receiver-key");
  return createHmac("sha256", key).update(`${platformId} ${name}`).digest("base64url");
}

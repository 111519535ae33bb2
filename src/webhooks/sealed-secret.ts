import type { Tx } from "../../db/ports.ts";
import { putSecret } from "../../db/secrets/secrets.ts";
import type { Sealed, SecretBox } from "../secrets/secret-box.ts";

/** Where the secrets of a webhook are stored. */
export const placeOf = (webhookId: string): string => `webhooks/${webhookId}`;

/** An encrypted secret and the field it was encrypted for: each secret of a webhook has one of its own. */
export interface SealedSecret extends Sealed {
  field: string;
}

/** Encrypts a secret of a webhook. The secret itself goes no further than here. */
export function sealSecret(
  { secrets, newId }: { secrets: SecretBox; newId: () => string },
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  secret: string,
): SealedSecret {
  const field = `secret-${newId()}`;
  return { field, ...secrets.seal({ tenantId, place: placeOf(webhookId), field }, secret) };
}

export const storeSecret = (tx: Tx, webhookId: string, { field, keyId, sealed }: SealedSecret) =>
  putSecret(tx, placeOf(webhookId), { field, keyId, sealed, hint: null });

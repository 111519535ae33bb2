import type { Reader } from "../../../db/ports.ts";
import { listSecrets } from "../../../db/secrets/secrets.ts";
import { type SecretBox, SecretUnreadable } from "../../secrets/secret-box.ts";
import { openHeaders } from "../sealed-headers.ts";
import { placeOf } from "../sealed-secret.ts";
import { isSignedTwice, Webhook, type WebhookRow } from "../webhook.ts";

/** A webhook with the secrets that sign for it. */
export interface Receiver {
  webhook: WebhookRow;
  /** The present one first; `null` when they, or those in the headers, cannot be read. */
  secrets: string[] | null;
  /** Its own headers with the secrets in them. */
  headers: Readonly<Record<string, string>>;
}

/** `undefined` when there is no such webhook. */
export async function findReceiver(
  db: Reader,
  box: SecretBox,
  webhookId: string,
  nowMs: number,
): Promise<Receiver | undefined> {
  const webhook = await Webhook.table.find(db, webhookId);
  if (!webhook) return undefined;
  try {
    return {
      webhook,
      secrets: await readSecrets(db, box, webhook, nowMs),
      headers: await openHeaders(db, box, webhook),
    };
  } catch (error) {
    if (error instanceof SecretUnreadable) return { webhook, secrets: null, headers: {} };
    throw error;
  }
}

async function readSecrets(db: Reader, box: SecretBox, webhook: WebhookRow, nowMs: number): Promise<string[]> {
  const { id, secret_field: secretField, previous_secret_field: previousSecretField } = webhook;
  if (secretField === null) return [];
  const stored = await listSecrets(db, placeOf(id));
  const isTwofold = isSignedTwice(webhook, nowMs);
  const fields = [secretField, ...(isTwofold && previousSecretField !== null ? [previousSecretField] : [])];
  return fields.flatMap((field) => {
    const sealed = stored.find((secret) => secret.field === field);
    return sealed ? [box.open({ tenantId: db.tenantId, place: placeOf(id), field }, sealed)] : [];
  });
}

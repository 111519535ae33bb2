import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { deleteSecrets } from "../../db/secrets/secrets.ts";
import { refreshLane, updateReceiverState } from "../../db/webhooks/lanes.ts";
import { findWebhook, updateWebhook as storeWebhook, type Webhook } from "../../db/webhooks/webhooks.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import type { WebhookFields } from "./create-webhook.ts";
import { expireHeld } from "./expire-held.ts";
import { placeOf } from "./receiver.ts";
import { type SealedSecret, storeSecret } from "./sealed-secret.ts";

/** What is absent stays as it is. */
export type WebhookChanges = { [K in keyof WebhookFields]?: WebhookFields[K] | undefined };

interface WebhookUpdate {
  id: string;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
  changes: WebhookChanges;
  /** `undefined`: it stays; `null`: deliveries are not signed any more. */
  secret?: SealedSecret | null | undefined;
}

const CHANGEABLE = ["name", "url", "events", "headers", "maxRetries", "timeoutSeconds", "isActive"] as const;
/** Fields whose name in a body is another. */
const SHOWN: Partial<Record<keyof WebhookFields, string>> = {
  maxRetries: "max_retries",
  timeoutSeconds: "timeout_seconds",
};
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value);

const changedBy = (known: Webhook, changes: WebhookChanges): Webhook => ({
  ...known,
  name: given(changes.name, known.name),
  url: given(changes.url, known.url),
  events: [...new Set(given(changes.events, known.events))],
  headers: given(changes.headers, known.headers),
  maxRetries: given(changes.maxRetries, known.maxRetries),
  timeoutSeconds: given(changes.timeoutSeconds, known.timeoutSeconds),
  isActive: given(changes.isActive, known.isActive),
});

/**
 * Changes a webhook; a change to what is there already is none. Paused, it gets nothing, and what happens meanwhile is
 * held; resumed, it gets that. Throws NOT_FOUND and PRECONDITION_FAILED.
 */
export const updateWebhook = mutation(
  "webhooks.update",
  async (tx, { id, expected, changes, secret }: WebhookUpdate, context): Promise<Webhook> => {
    const known = required(await findWebhook(tx, id), "webhook", id);
    requireVersion(expected, known.version);
    const wanted = changedBy(known, changes);
    const changed = CHANGEABLE.filter((name) => !isSame(known[name], wanted[name]));
    const hasNewSecret = secret !== undefined && (secret !== null || known.secretField !== null);
    if (changed.length === 0 && !hasNewSecret) return known;
    const webhook: Webhook = {
      ...wanted,
      ...(wanted.isActive && { disabledReason: null }),
      ...(hasNewSecret && {
        secretField: secret?.field ?? null,
        previousSecretField: null,
        previousSecretUntilMs: null,
      }),
      version: known.version + 1,
    };
    if (hasNewSecret) await replaceSecrets(tx, id, secret);
    await storeWebhook(tx, webhook);
    if (known.isActive !== webhook.isActive) await noteSwitch(tx, webhook, context);
    const fields = changed.filter((name) => name !== "isActive").map((name) => SHOWN[name] ?? name);
    const told = [...fields, ...(hasNewSecret ? ["secret"] : [])];
    if (told.length > 0) {
      const details = { changed: told };
      await noteAudit(tx, context, { action: "webhook.changed", resource: "webhook", resourceId: id, details });
    }
    return webhook;
  },
);

async function replaceSecrets(tx: Tx, id: string, secret: SealedSecret | null): Promise<void> {
  await deleteSecrets(tx, placeOf(id));
  if (secret) await storeSecret(tx, id, secret);
}

/** Stops deliveries, or lets what was held go out with a receiver that counts as sound again. */
async function noteSwitch(tx: Tx, { id, isActive }: Webhook, context: MutationContext): Promise<void> {
  if (isActive) {
    while ((await expireHeld(tx, id, context)) > 0);
    await updateReceiverState(tx, id, { consecutiveFailures: 0, failingSinceMs: null });
  }
  await refreshLane(tx, id);
  const action = isActive ? "webhook.resumed" : "webhook.paused";
  await noteAudit(tx, context, { action, resource: "webhook", resourceId: id });
}

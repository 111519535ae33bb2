import { mutation } from "../../db/ports.ts";
import { insertWebhook, type Webhook } from "../../db/webhooks/webhooks.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { type SealedSecret, storeSecret } from "./sealed-secret.ts";

/** What a tenant says of a webhook. */
export type WebhookFields = Pick<
  Webhook,
  "name" | "url" | "events" | "headers" | "maxRetries" | "timeoutSeconds" | "isActive"
>;

/** Makes a webhook; events are sent to it from now on. */
export const createWebhook = mutation(
  "webhooks.create",
  async (
    tx,
    { id, fields, secret }: { id: string; fields: WebhookFields; secret: SealedSecret | null },
    context,
  ): Promise<Webhook> => {
    const webhook: Webhook = {
      id,
      ...fields,
      events: [...new Set(fields.events)],
      disabledReason: null,
      secretField: secret?.field ?? null,
      previousSecretField: null,
      previousSecretUntilMs: null,
      createdAtMs: context.now(),
      version: 1,
    };
    await insertWebhook(tx, webhook);
    if (secret) await storeSecret(tx, id, secret);
    const details = { name: webhook.name, url: webhook.url, events: webhook.events };
    await noteAudit(tx, context, { action: "webhook.created", resource: "webhook", resourceId: id, details });
    return webhook;
  },
);

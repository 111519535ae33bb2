import { mutation } from "../../db/ports.ts";
import { deleteSecret } from "../../db/secrets/secrets.ts";
import { findWebhook, updateWebhook, type Webhook } from "../../db/webhooks/webhooks.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { placeOf } from "./receiver.ts";
import { type SealedSecret, storeSecret } from "./sealed-secret.ts";

const DAY_MS = 86_400_000;

/** Gives a webhook another secret; the one before signs as well for a day. Throws NOT_FOUND. */
export const rotateWebhookSecret = mutation(
  "webhooks.rotate-secret",
  async (tx, { id, secret }: { id: string; secret: SealedSecret }, context): Promise<Webhook> => {
    const known = required(await findWebhook(tx, id), "webhook", id);
    if (known.previousSecretField !== null) await deleteSecret(tx, placeOf(id), known.previousSecretField);
    await storeSecret(tx, id, secret);
    const webhook: Webhook = {
      ...known,
      secretField: secret.field,
      previousSecretField: known.secretField,
      previousSecretUntilMs: known.secretField === null ? null : context.now() + DAY_MS,
      version: known.version + 1,
    };
    await updateWebhook(tx, webhook);
    await noteAudit(tx, context, { action: "webhook.secret_rotated", resource: "webhook", resourceId: id });
    return webhook;
  },
);

import { mutation } from "../../db/ports.ts";
import { deleteSecret } from "../../db/secrets/secrets.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { isoOfMs } from "../text/instant.ts";
import { placeOf, type SealedSecret, storeSecret } from "./sealed-secret.ts";
import { Webhook, type WebhookRow } from "./webhook.ts";

const DAY_MS = 86_400_000;

/** Gives a webhook another secret; the one before signs as well for a day. Throws NOT_FOUND. */
export const rotateWebhookSecret = mutation(
  "webhooks.rotate-secret",
  async (tx, { id, secret }: { id: string; secret: SealedSecret }, context): Promise<WebhookRow> => {
    const known = await Webhook.require(tx, id);
    if (known.previous_secret_field !== null) await deleteSecret(tx, placeOf(id), known.previous_secret_field);
    await storeSecret(tx, id, secret);
    const rotated = {
      ...known,
      has_secret: true,
      secret_field: secret.field,
      previous_secret_field: known.secret_field,
      previous_secret_until: known.secret_field === null ? null : isoOfMs(context.now() + DAY_MS),
    };
    const [webhook = rotated] = await Webhook.table.update(tx, [rotated]);
    await noteAudit(tx, context, "webhook.secret_rotated", id);
    return webhook;
  },
);

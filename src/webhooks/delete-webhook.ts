import { mutation } from "../../db/ports.ts";
import { deleteSecrets } from "../../db/secrets/secrets.ts";
import { deleteWebhook as eraseWebhook, findWebhook } from "../../db/webhooks/webhooks.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import { placeOf } from "./receiver.ts";

/** Removes a webhook with its secret and all that is on its way to it. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const deleteWebhook = mutation(
  "webhooks.delete",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, context): Promise<void> => {
    const { name, version } = required(await findWebhook(tx, id), "webhook", id);
    requireVersion(expected, version);
    await eraseWebhook(tx, id);
    await deleteSecrets(tx, placeOf(id));
    await noteAudit(tx, context, {
      action: "webhook.deleted",
      resource: "webhook",
      resourceId: id,
      details: { name },
    });
  },
);

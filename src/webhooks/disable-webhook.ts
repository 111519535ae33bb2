import type { MutationContext, Tx } from "../../db/ports.ts";
import { refreshQueue } from "../../db/webhooks/webhook-queues.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { Webhook } from "./webhook.ts";

/** Switches a webhook off whose receiver does not answer any more; its events are held as those of any paused one. */
export async function disableWebhook(
  tx: Tx,
  id: string,
  reason: "gone" | "failing",
  consecutiveFailures: number,
  context: MutationContext,
): Promise<void> {
  const webhook = await Webhook.table.find(tx, id);
  if (!webhook?.is_active) return;
  await Webhook.table.update(tx, [{ ...webhook, is_active: false, disabled_reason: reason }]);
  await refreshQueue(tx, id);
  await noteAudit(tx, context, "webhook.disabled", id, { reason, consecutive_failures: consecutiveFailures });
}
